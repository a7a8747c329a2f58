import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { programOnPath, projectEnvironment, root } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const placesOnMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium for the browser tests: one that is there, else one fetched now. Throws one line if none. */
export async function findOrFetchChromium() {
  return findChromium() ?? (await fetchFromDebian()) ?? (await fetchFromPlaywright()) ?? refuse()
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH
  const places = [...names.map((name) => programOnPath(name)), ...placesOnMac, ...fetchedByPlaywright()]
  return [named, ...places].find((place) => place && existsSync(place) && runs(place))
}

// Ubuntu's package of that name is an empty shell that asks for a snap.
function runs(program) {
  return spawnSync(program, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0
}

function fetchedByPlaywright() {
  const cache = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), cache, 'ms-playwright')
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-win/chrome.exe']
  for (const build of ['chrome-mac-arm64', 'chrome-mac-x64', 'chrome-mac']) {
    inside.push(`${build}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`)
    inside.push(`${build}/Chromium.app/Contents/MacOS/Chromium`)
  }
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
  return versions.flatMap((version) => inside.map((path) => join(folder, version, path)))
}

function isRootOnDebian() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && Boolean(programOnPath('apt-get'))
}

// A system that has just been started refreshes its packages itself and holds both locks of apt meanwhile. Only an
// installation can be told to wait for them.
const lockLimitSeconds = 300
const refreshWhenUnlocked = `
  for second in $(seq ${lockLimitSeconds}); do
    said=$(apt-get update -q 2>&1) && exit
    case $said in *'not get lock'*) sleep 1 ;; *) break ;; esac
  done
  echo "$said"
  exit 1`

async function fetchFromDebian() {
  if (!isRootOnDebian()) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }
  try {
    await runAnnounced('Refreshing the list of Debian packages', 'sh', ['-c', refreshWhenUnlocked], { env })
    const patience = ['-o', `DPkg::Lock::Timeout=${lockLimitSeconds}`]
    const args = ['install', '-y', '-q', '--no-install-recommends', ...patience, 'chromium']
    await runAnnounced('Installing Chromium for the browser tests', 'apt-get', args, { env })
  } catch {
    return undefined
  }
  return findChromium()
}

async function fetchFromPlaywright() {
  const playwright = join(root, 'node_modules', '.bin', 'playwright')
  const args = ['install', ...(isRootOnDebian() ? ['--with-deps'] : []), 'chromium']
  try {
    await runAnnounced('Fetching a Chromium for the browser tests', playwright, args, {
      env: projectEnvironment(),
    })
  } catch {
    return undefined
  }
  return findChromium()
}

function refuse() {
  throw new Error(
    'The browser tests need a Chromium, and none could be fetched: install one, or set CHROMIUM_PATH.',
  )
}
