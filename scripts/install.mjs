import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { outsideEnvironment, pinnedNode, root } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'

const modules = join(root, 'node_modules')
const marker = join(modules, '.installed-from')

/** Makes node_modules what package-lock.json says, when it is not that already, and checks the pinned runtime. */
export async function installWhatIsMissing() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const fingerprint = createHash('sha256')
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex')
  if (readIfThere(marker) !== fingerprint) {
    if (!isInstalled(JSON.parse(lock).packages)) {
      // Dev packages build and check the web, also where NODE_ENV says production.
      const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
      await runAnnounced('Installing packages (a minute or two, only this once)', 'npm', args, {
        env: outsideEnvironment(),
      })
    }
    writeFileSync(marker, fingerprint)
  }
  if (!existsSync(pinnedNode)) await installPinnedNode()
}

// Somebody may have run npm themselves; npm writes down what it installed.
function isInstalled(wanted) {
  const written = readIfThere(join(modules, '.package-lock.json'))
  if (written === undefined) return false
  const present = JSON.parse(written).packages
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    if (link) return existsSync(join(root, path))
    if (present[path] === undefined) return Boolean(optional || devOptional)
    return present[path].version === version
  })
}

// The package `node` fetches the runtime in an install script, which npm may have been told not to run.
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
    throw new Error(
      `The pinned Node.js is missing; run: npm rebuild node --ignore-scripts=false\n${error.message}`,
      { cause: error },
    )
  }
  if (existsSync(pinnedNode)) return
  mkdirSync(dirname(pinnedNode), { recursive: true })
  symlinkSync('../node/bin/node', pinnedNode)
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
