import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsIn, promisesIn } from './faults-in.mjs'
import { findOrFetchFfmpeg } from './find-ffmpeg.mjs'
import { installWhatIsMissing } from './install.mjs'
import { projectEnvironment, root } from './project.mjs'
import { keepFigures, promisedRows, reportedIn } from './reliability-table.mjs'
import { say } from './say.mjs'

/**
 * Runs every test that names a row of the fault matrix or a promise of docs/reliability.md, and writes its
 * figures there. FAULTS_SEED repeats the faults. Arguments select long tests by file name; `short` runs those
 * of `npm test` only.
 */
const folder = mkdtempSync(join(tmpdir(), 'touchline-faults-'))
const counted = join(folder, 'counted.txt')
const seconds = new Map()
const counts = new Map()
let isGood = true

try {
  await installWhatIsMissing()
  await findOrFetchFfmpeg()
  const chosen = process.argv.slice(2)
  const isShort = chosen.join() === 'short'
  if (chosen.length === 0 || isShort) runs('short', ['--testNamePattern', String.raw`\[[^\]]*(fault |R-)\d`])
  if (!isShort) runs('long', ['--config', join('server', 'faults', 'vitest.config.ts'), ...chosen])
  for (const row of [...counts.keys()].toSorted((one, other) => one.localeCompare(other)))
    say(
      `${row.padEnd(8)}  ${String(counts.get(row)).padStart(3)} tests  ${seconds.get(row).toFixed(1).padStart(7)} s`,
    )
  const reported = reportedIn(counted)
  for (const { row, figure } of reported) say(`${row}: ${figure}`)
  keepFigures(reported)
  if (chosen.length === 0)
    for (const row of promisedRows().filter((one) => !reported.some((figure) => figure.row === one)))
      say(
        `${row}: nothing was measured in this run. Its line in docs/reliability.md is an older one, or missing.`,
      )
} catch (error) {
  say(error.message)
  isGood = false
}
rmSync(folder, { recursive: true })
process.exit(isGood && counts.size > 0 ? 0 : 1)

function runs(name, args) {
  const file = join(folder, `${name}.json`)
  const { status } = spawnSync(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      cwd: root,
      env: projectEnvironment({ FAULTS_REPORT: counted }),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) isGood = false
  if (!existsSync(file)) return
  for (const { assertionResults } of JSON.parse(readFileSync(file, 'utf8')).testResults)
    for (const { title, status: outcome, duration } of assertionResults)
      if (outcome === 'passed' || outcome === 'failed')
        for (const row of [...faultsIn(title).map(nameOfFault), ...promisesIn(title)])
          count(row, duration ?? 0)
}

function nameOfFault(fault) {
  return `fault ${String(fault).padStart(2)}`
}

function count(row, ms) {
  counts.set(row, (counts.get(row) ?? 0) + 1)
  seconds.set(row, (seconds.get(row) ?? 0) + ms / 1000)
}
