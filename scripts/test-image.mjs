import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWithoutDocker, folderWithNode } from './build-without-docker.mjs'
import { openDebianPostgres } from './debian-postgres.mjs'
import { freePort } from './free-port.mjs'
import { installWhatIsMissing } from './install.mjs'
import { outsideEnvironment, pinnedNode } from './project.mjs'
import { say, toDuration } from './say.mjs'

/**
 * Runs the Dockerfile without Docker: builds as an unprivileged user, then starts, checks and stops the
 * result on Debian's PostgreSQL. It does not cover the base image and its packages.
 */
const unprivilegedId = 65534
/** Limit of what the Dockerfile adds to its base image and Debian packages. */
const maxMB = 160
const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {}
const folder = mkdtempSync(join(tmpdir(), 'touchline-image-'))
let isGood = false
try {
  await installWhatIsMissing()
  chmodSync(folder, 0o755)
  const bin = folderWithNode(join(folder, 'bin'), realpathSync(pinnedNode))
  const home = join(folder, 'home')
  const data = join(folder, 'data')
  for (const path of [home, data]) mkdirSync(path)
  if (identity.uid) execFileSync('chown', [`${identity.uid}:${identity.gid}`, home, data])
  const env = { PATH: `${bin}:${outsideEnvironment().PATH}`, HOME: home }
  const startedAt = Date.now()
  const image = buildWithoutDocker(folder, identity, {
    ...withoutNpm(outsideEnvironment()),
    ...env,
    ...npmOfMachine(),
  })
  if (image.user !== 'node') throw new Error('The image must not run as root.')
  const mb = Math.ceil(sizeOf(join(image.folder, image.workdir)) / 1e6)
  say(`Built in ${toDuration(Date.now() - startedAt)}: ${mb} MB`)
  if (mb > maxMB) throw new Error(`The image must not add more than ${maxMB} MB.`)
  // As in the image: the running user may read everything and write nothing.
  if (identity.uid) execFileSync('chown', ['-R', '0:0', image.folder])
  const postgres = await openDebianPostgres()
  try {
    isGood = await runsAsPromised(image, { env, data, databaseUrl: postgres.url })
  } finally {
    await postgres.close()
  }
} catch (error) {
  say(error.stack)
}
rmSync(folder, { recursive: true, force: true })
say(isGood ? 'The image would run.' : 'The image would not run.')
process.exit(isGood ? 0 : 1)

async function runsAsPromised(image, { env, data, databaseUrl }) {
  const cwd = join(image.folder, image.workdir)
  const port = await freePort()
  const all = { ...env, ...image.env, DATA_DIR: data, PORT: String(port), HOST: '127.0.0.1' }
  const site = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'not-a-secret-of-anything-that-lasts',
    ACCESS_CODE: 'half-time',
    PAYMENTS: 'sandbox',
  }
  const [program, ...args] = image.command
  const running = spawn(program, args, {
    cwd,
    env: { ...all, ...site, PUBLIC_URL: 'https://club.example' },
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: running.stdout })) {
    say(line)
    if (line.includes('ready at')) break
  }
  const [asking, ...words] = image.check
  const check = () => spawnSync(asking, words, { cwd, env: all, ...identity }).status
  const whileRunning = check()
  const page = await fetch(`http://127.0.0.1:${port}/`)
  const isPage = page.ok && (await page.text()).includes('<div id="root">')
  running.kill(image.stopSignal)
  const [code] = await once(running, 'exit')
  const afterwards = check()
  say(
    `HEALTHCHECK ${whileRunning} running, ${afterwards} stopped; the front page ${isPage ? 'came' : 'is missing'}; exit ${code}`,
  )
  const isReadOnly = identity.uid ? !mayWrite(cwd) : true
  return whileRunning === 0 && afterwards === 1 && isPage && code === 0 && isReadOnly
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true })
    .map((name) => lstatSync(join(path, name)).size)
    .reduce((sum, size) => sum + size, 0)
}

function mayWrite(path) {
  const asks = `require('node:fs').accessSync(${JSON.stringify(path)}, ${constants.W_OK})`
  accessSync(path)
  return spawnSync(process.execPath, ['-e', asks], { ...identity }).status === 0
}

/** Removes npm's variables: `npm run` passes on its caller's folders, which other users cannot read. */
function withoutNpm(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toLowerCase().startsWith('npm_')))
}

/** Copies this machine's npm configuration, which other users cannot read. */
function npmOfMachine() {
  const asked = ['registry', 'cafile'].map((name) => {
    const args = ['config', 'get', name]
    return [`npm_config_${name}`, execFileSync('npm', args, { encoding: 'utf8' }).trim()]
  })
  return Object.fromEntries(asked.filter(([, value]) => value !== '' && value !== 'null'))
}
