import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsIn } from './faults-in.mjs'
import { findOrFetchFfmpeg } from './find-ffmpeg.mjs'
import { installWhatIsMissing } from './install.mjs'
import { projectEnvironment, root } from './project.mjs'
import { say } from './say.mjs'

/**
 * Every test that names a row of the fault matrix, and the long ones: 10,000 tips through a provider that fails, and a
 * server killed 50 times, and a year lived through. FAULTS_SEED, which the title of a storm names, draws the same faults,
 * hands, moments and shuffles of events again, but what happens at the same time never meets in the same way twice;
 * FAULTS_TIPS and FAULTS_KILLS shorten the long ones.
 */
const folder = mkdtempSync(join(tmpdir(), 'touchline-faults-'))
const counted = join(folder, 'counted.txt')
const seconds = new Map()
const counts = new Map()
let isGood = true

try {
  await installWhatIsMissing()
  await findOrFetchFfmpeg()
  runs('short', ['--testNamePattern', String.raw`\[[^\]]*fault `])
  runs('long', ['--config', join('server', 'faults', 'vitest.config.ts')])
  for (const fault of [...counts.keys()].toSorted((a, b) => a - b))
    say(
      `fault ${String(fault).padStart(2)}  ${String(counts.get(fault)).padStart(3)} tests  ${seconds.get(fault).toFixed(1).padStart(7)} s`,
    )
  if (existsSync(counted)) say(`\n${readFileSync(counted, 'utf8').trim()}`)
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
        for (const fault of faultsIn(title)) count(fault, duration ?? 0)
}

function count(fault, ms) {
  counts.set(fault, (counts.get(fault) ?? 0) + 1)
  seconds.set(fault, (seconds.get(fault) ?? 0) + ms / 1000)
}
