import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeProgram } from '../server/program.mjs'
import { atMost, printLine, recordFigure } from './report.ts'

const everyMinute = '* * * * *'
const minuteSeconds = 60
/** From the first daily job to the last are three and a half hours. */
const daySeconds = 3600

/** Runs a program of the server to its end. Returns what it printed and how long it took. */
async function runProgram(program: string, args: string[], env: Record<string, string>) {
  const startedAt = performance.now()
  const path = fileURLToPath(new URL(`../server/src/${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...beforeProgram, path, ...args], {
    env: { ...process.env, SEED_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  // A verification ends with 1 when the copy is whole, but its ledger differs from the empty sandbox.
  if (code > 1) throw new Error(`${program} ended with ${code}: ${said.slice(-1000)}`)
  return { said, seconds: (performance.now() - startedAt) / 1000 }
}

type TimedJob = { queue: string; cron: string; seconds: number }

/** Runs every recurring job of a day once, one after another. */
export async function measureJobs(dataDir: string): Promise<void> {
  const { said } = await runProgram('testing/time-jobs', [], { DATA_DIR: dataDir })
  const jobs: TimedJob[] = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const total = jobs.reduce((sum, { seconds }) => sum + seconds, 0)
  const perMinute = Math.max(...jobs.filter(({ cron }) => cron === everyMinute).map(({ seconds }) => seconds))
  printLine(
    `${jobs.length} recurring jobs of a day took ${total.toFixed(1)} s ${atMost({ name: 'recurring jobs of a day', value: total, unit: 's', limit: daySeconds })} ${daySeconds}, ` +
      `the slowest of those of each minute ${perMinute.toFixed(1)} s ${atMost({ name: 'slowest job of each minute', value: perMinute, unit: 's', limit: minuteSeconds })} ${minuteSeconds}`,
  )
  for (const { queue, seconds } of jobs.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5))
    printLine(`  ${queue.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
}

async function measureCommand(name: string, command: string, args: string[], dataDir: string): Promise<void> {
  const { seconds } = await runProgram(`commands/${command}`, args, { DATA_DIR: dataDir })
  recordFigure({ name, value: seconds, unit: 's' })
  printLine(`${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)} s`)
}

/** Backs up the running site, verifies the backup, and restores it elsewhere. */
export async function measureBackup(dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-backup-'))
  try {
    const into = join(folder, 'backups')
    await measureCommand('backup', 'backup', ['--to', into], dataDir)
    const backup = readdirSync(into, { withFileTypes: true }).find((entry) => entry.isDirectory())
    const copy = join(into, backup!.name)
    await measureCommand('verified backup', 'restore', [copy, '--verify'], dataDir)
    await measureCommand('restored backup', 'restore', [copy, '--without-secret'], join(folder, 'restored'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
