import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDebianPostgres } from './debian-postgres.mjs'
import { fetchTestServers } from './fetch-test-servers.mjs'
import { findOrFetchFfmpeg } from './find-ffmpeg.mjs'
import { installWhatIsMissing } from './install.mjs'
import { pinnedNode, programOnPath, projectEnvironment, root } from './project.mjs'
import { say } from './say.mjs'

/**
 * Runs the server's tests on an external PostgreSQL, an S3-compatible bucket and an SMTP server. Arguments go
 * to vitest.
 */
const swift = '/usr/bin/swift-proxy-server'
let exitCode = 1
try {
  await installWhatIsMissing()
  await findOrFetchFfmpeg()
  await fetchTestServers()
  if (!existsSync(swift)) throw new Error('Without an S3-compatible server this is not what a site runs on.')
  const postgres = await openDebianPostgres()
  try {
    sayVersions(postgres)
    const args = ['run', '--project', 'server', ...process.argv.slice(2)]
    const tests = spawn('vitest', args, {
      cwd: root,
      env: projectEnvironment({ TEST_DATABASE_URL: postgres.url, TEST_ENGINES: 'production' }),
      stdio: 'inherit',
    })
    // Stop the tests first, so that they stop their servers.
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal))
    const [code] = await once(tests, 'exit')
    exitCode = code ?? 1
  } finally {
    await postgres.close()
  }
} catch (error) {
  say(error.message)
}
process.exit(exitCode)

function sayVersions({ version, durability }) {
  const smtp = JSON.parse(readFileSync(join(root, 'node_modules', 'smtp-server', 'package.json'), 'utf8'))
  say(`PostgreSQL ${version}, ${durability}`)
  say(`OpenStack Swift ${asked('/usr/bin/python3', ['-c', 'import swift; print(swift.__version__)'])} (S3)`)
  say(`smtp-server ${smtp.version} (SMTP)`)
  if (programOnPath('ffmpeg')) say(asked('ffmpeg', ['-version']).split(' Copyright')[0])
  say(`Node.js ${asked(pinnedNode, ['--version'])}`)
}

function asked(program, args) {
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}
