import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installWhatIsMissing } from './install.mjs'
import { projectEnvironment, root } from './project.mjs'
import { say, toDuration } from './say.mjs'

const cache = join(root, 'node_modules', '.cache', 'types')

/** The compiler checks only what changed since its last run. */
const typesOf = (project, name = project) => {
  const record = join(cache, `${name}.tsbuildinfo`)
  const args = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', record, '-p', project]
  return [`Types: ${name}`, 'tsc', args]
}

const lint = ['Lint', 'oxlint', []]
const others = [
  ['Format', 'oxfmt', ['--check', '.']],
  ['Nothing unused', 'knip', ['--no-config-hints']],
  ...['contract', 'stripe-sandbox', 'server', 'web'].map((project) => typesOf(project)),
  typesOf('.', 'tests-and-configuration'),
]

/** Runs all checks, two at a time: lint with types takes as long as all the others together. */
export async function areSourcesSound() {
  const results = await Promise.all([passes(lint), passOneAfterTheOther(others)])
  return results.every(Boolean)
}

async function passOneAfterTheOther(checks) {
  let areGood = true
  for (const check of checks) areGood = (await passes(check)) && areGood
  return areGood
}

function passes([name, program, args]) {
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: projectEnvironment(),
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk) => (output += chunk)
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const end = (isGood) => {
      say(`${name}: ${isGood ? 'ok' : 'FAILED'} (${toDuration(Date.now() - startedAt)})`)
      if (!isGood) say(output)
      resolve(isGood)
    }
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await installWhatIsMissing()
  process.exitCode = (await areSourcesSound()) ? 0 : 1
}
