import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { outsideEnvironment, pinnedNode, root } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'
import { say } from './say.mjs'

const oldestNode = 20
const modules = join(root, 'node_modules')
const marker = join(modules, '.installed-from')
/** The process id of the running npm. It lies outside node_modules, which npm deletes. */
const lockFile = join(root, '.installing')
/** npm prefers it to package-lock.json. It exists only while npm runs. */
const lockWithAddresses = join(root, 'npm-shrinkwrap.json')
const deleteAndRestart = 'Delete the folder node_modules and start again.'

/** Makes node_modules match package-lock.json if it does not yet, and checks the pinned runtime. */
export async function installWhatIsMissing() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode)
    throw new Error(`Touchline needs Node.js ${oldestNode} or newer; this is ${process.versions.node}.`)
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const fingerprint = createHash('sha256')
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex')
  if (readIfThere(marker) !== fingerprint) {
    const { packages } = JSON.parse(lock)
    if (!isInstalled(packages)) await install(packages)
    writeFileSync(marker, fingerprint)
  }
  if (!existsSync(pinnedNode)) await installPinnedNode()
}

async function install(packages) {
  await claimLock()
  try {
    if (isInstalled(packages)) return
    // Dev packages build and check the web app, even with NODE_ENV=production.
    writeFileSync(lockWithAddresses, JSON.stringify(withAddresses(packages)))
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    await runAnnounced('Installing packages (a minute or two, only this once)', 'npm', args, {
      env: outsideEnvironment(),
      onStart: (pid) => writeFileSync(lockFile, String(pid)),
    })
    if (!isInstalled(packages))
      throw new Error(`Packages are missing after the installation. ${deleteAndRestart}`)
  } finally {
    rmSync(lockWithAddresses, { force: true })
    rmSync(lockFile, { force: true })
  }
}

/**
 * Adds the address of every package: npm would first download each package's list of versions. It replaces
 * the host by its configured registry.
 */
function withAddresses(packages) {
  const addressed = Object.entries(packages).map(([path, entry]) => {
    const { name = path.slice(path.lastIndexOf('node_modules/') + 13), version, link, inBundle } = entry
    if (!path.includes('node_modules/') || link || inBundle) return [path, entry]
    const file = `${name.split('/').pop()}-${version}.tgz`
    return [path, { ...entry, resolved: `https://registry.npmjs.org/${name}/-/${file}` }]
  })
  return { lockfileVersion: 3, requires: true, packages: Object.fromEntries(addressed) }
}

/** Two npm processes in one folder delete each other's files, even after the first one's parent has ended. */
async function claimLock() {
  let isAnnounced = false
  for (;;) {
    try {
      return writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isRunning(Number(readIfThere(lockFile)))) {
      rmSync(lockFile, { force: true })
      continue
    }
    if (!isAnnounced) say('Waiting for another installation in this folder to end …')
    isAnnounced = true
    await setTimeout(200)
  }
}

function isRunning(pid) {
  if (!pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// npm's own list counts, in case someone ran it by hand. An interrupted npm leaves the list and deletes
// folders.
function isInstalled(wanted) {
  const written = readIfThere(join(modules, '.package-lock.json'))
  if (written === undefined) return false
  const present = JSON.parse(written).packages
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(join(root, path))
    if (present[path] === undefined) return Boolean(optional || devOptional)
    return present[path].version === version && existsSync(join(root, path, 'package.json'))
  })
}

// The package `node` downloads the runtime in an install script, which npm may be configured not to run.
async function installPinnedNode() {
  const folder = join(modules, 'node')
  try {
    await runAnnounced(
      'Fetching the Node.js that Touchline runs on',
      process.execPath,
      ['installArchSpecificPackage.js'],
      {
        cwd: folder,
        env: outsideEnvironment(),
        shell: false,
      },
    )
  } catch (error) {
    throw new Error(`The pinned Node.js could not be fetched. ${deleteAndRestart}\n${error.message}`, {
      cause: error,
    })
  }
  if (existsSync(pinnedNode)) return
  mkdirSync(dirname(pinnedNode), { recursive: true })
  symlinkSync('../node/bin/node', pinnedNode)
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
