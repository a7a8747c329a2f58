import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { recordBuild } from './build-web.mjs'
import { areSourcesSound } from './check.mjs'
import { fetchTestServers } from './fetch-test-servers.mjs'
import { findOrFetchChromium } from './find-chromium.mjs'
import { findOrFetchFfmpeg } from './find-ffmpeg.mjs'
import { installWhatIsMissing } from './install.mjs'
import { folderForTemporaryFiles } from './memory-folder.mjs'
import { projectEnvironment, root } from './project.mjs'
import { say, toDuration } from './say.mjs'

// A run whose process is gone is removed by the next (server/src/testing/postgres-for-tests.ts).
const temporary = mkdtempSync(join(folderForTemporaryFiles(), `touchline-tests-${process.pid}-`))
// PostgreSQL runs as another user.
chmodSync(temporary, 0o711)
const unitReport = join(temporary, 'vitest.json')
const browserReport = join(temporary, 'playwright.json')

// A failed unit test does not end the run: one run names every failing test.
const steps = [
  ['Types, lint, format and nothing unused', areSourcesSound, true],
  ['Rules, pure functions and the API on real SQL', unitAndApiTests, false],
  ['Web build and its budgets', buildWeb, true],
  ['The whole club in a real browser', browserTests, true],
]

let allGood = true
try {
  await installWhatIsMissing()
  await findOrFetchFfmpeg()
  await fetchTestServers()
  for (const [heading, step, endsRun] of steps) {
    const isGood = await runStep(heading, step)
    allGood &&= isGood
    if (!isGood && endsRun) break
  }
} catch (error) {
  say(error.message)
  allGood = false
}
const { passed, failed } = countTests()
// The screenshots of failed tests stay until the next run.
if (allGood) rmSync(temporary, { recursive: true, force: true })
say('')
say(`${passed} passed, ${failed} failed`)
process.exit(allGood && failed === 0 && passed > 0 ? 0 : 1)

async function runStep(heading, step) {
  const startedAt = Date.now()
  say(`\n== ${heading}`)
  const isGood = await step()
  say(`== ${heading}: ${isGood ? 'ok' : 'FAILED'} (${toDuration(Date.now() - startedAt)})`)
  return isGood
}

function unitAndApiTests() {
  return runs('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`])
}

function buildWeb() {
  const isBuilt = runs('npm', ['run', '--silent', 'build', '--workspace', 'web'], { ENFORCE_BUDGET: '1' })
  if (isBuilt) recordBuild()
  return isBuilt
}

async function browserTests() {
  const more = { CHROMIUM_PATH: await findOrFetchChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }
  return runs('playwright', ['test', '--reporter=list,json'], more)
}

function runs(program, args, more = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: projectEnvironment({ TMPDIR: temporary, ...more }),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) say(error.message)
  return status === 0
}

function countTests() {
  const unit = readReport(unitReport)
  const browser = readReport(browserReport)?.stats
  return {
    passed: (unit?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (browser?.unexpected ?? 0),
  }
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
