import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackage, isRootOnDebian } from './install-debian-package.mjs'
import { programOnPath, projectEnvironment, root } from './project.mjs'
import { runAnnounced } from './run-announced.mjs'

// The headless shell needs half the work per page.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const placesOnMac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds a Chromium for the browser tests, or downloads one. Throws one line when there is none. */
export async function findOrFetchChromium() {
  if (!process.env.CHROMIUM_PATH && !programOnPath(shell)) await fetchFromDebian(shell)
  return findChromium() ?? (await fetchFromDebian('chromium')) ?? (await fetchFromPlaywright()) ?? refuse()
}

/** The path of an installed Chromium, or undefined. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  const places = [...names.map((name) => programOnPath(name)), ...placesOnMac, ...fetchedByPlaywright()]
  return [named, ...places].find((place) => place && existsSync(place) && runs(place))
}

// Ubuntu's package of that name only installs a snap.
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

async function fetchFromDebian(name) {
  if (!(await installDebianPackage(name, `Installing ${name} for the browser tests`))) return undefined
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
