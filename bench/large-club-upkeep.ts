import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { declareJobs } from '../server/src/app.ts'
import { readConfig } from '../server/src/config/config.ts'
import { runningServer } from '../server/src/db/running-server.ts'
import { openServices } from '../server/src/open-services.ts'
import { movingClock } from '../server/src/time/clock.ts'
import { beforeProgram } from '../server/program.mjs'
import { atMost, printLine, recordFigure } from './report.ts'

const everyMinute = '* * * * *'
const minuteSeconds = 60
/** From the first daily job to the last are three and a half hours. */
const daySeconds = 3600

/** A log that keeps the queues of failed jobs. */
function failuresLog() {
  const failed = new Set<string>()
  const ignore = () => {}
  const keep = (context: unknown) => {
    if (context && typeof context === 'object' && 'err' in context && 'queue' in context)
      failed.add(String(context.queue))
  }
  const log: FastifyBaseLogger = {
    level: 'error',
    silent: ignore,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: keep,
    fatal: keep,
    child: () => log,
  }
  return { log, failed }
}

/**
 * Runs every recurring job of a day once, one after another, and times each. The payment sandbox is empty, so jobs that
 * compare with it find everything missing.
 */
export async function measureJobs(dataDir: string): Promise<void> {
  const { log, failed } = failuresLog()
  const { services, close } = await openServices({
    config: readConfig({ DATA_DIR: dataDir, SEED_DEMO: 'off' }),
    clock: movingClock(),
    database: { connection: runningServer(dataDir) },
    address: { url: 'http://localhost:3000' },
    log,
    sandboxFile: ':memory:',
    hasSchedules: false,
  })
  try {
    declareJobs(services)
    const from = new Date()
    const day = services.jobs.dueBetween(from, new Date(from.getTime() + 24 * 60 * 60_000))
    const times: { queue: string; cron: string; seconds: number }[] = []
    for (const { queue, cron, run } of day) {
      const startedAt = performance.now()
      await run()
      times.push({ queue, cron, seconds: (performance.now() - startedAt) / 1000 })
    }
    const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
    const slowestOf = (all: typeof times) => Math.max(...all.map(({ seconds }) => seconds))
    const perMinute = slowestOf(times.filter(({ cron }) => cron === everyMinute))
    printLine(
      `${times.length} recurring jobs of a day took ${total.toFixed(1)} s ${atMost({ name: 'recurring jobs of a day', value: total, unit: 's', limit: daySeconds })} ${daySeconds}, ` +
        `the slowest of those of each minute ${perMinute.toFixed(1)} s ${atMost({ name: 'slowest job of each minute', value: perMinute, unit: 's', limit: minuteSeconds })} ${minuteSeconds}`,
    )
    for (const { queue, seconds } of times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5))
      printLine(`  ${queue.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s`)
    if (failed.size > 0) printLine(`  failed: ${[...failed].join(', ')}`)
  } finally {
    await close()
  }
}

async function secondsOf(
  name: string,
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<void> {
  const startedAt = performance.now()
  const path = fileURLToPath(new URL(`../server/src/commands/${program}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...beforeProgram, path, ...args], {
    env: { ...process.env, SEED_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  // 1: the copy is whole, but its ledger differs from the empty sandbox.
  if (code > 1) throw new Error(`${name} ended with ${code}: ${said.slice(-1000)}`)
  const seconds = (performance.now() - startedAt) / 1000
  recordFigure({ name, value: seconds, unit: 's' })
  printLine(`${name.padEnd(30)} ${seconds.toFixed(1).padStart(6)} s`)
}

/** Backs up the running site, verifies the backup, and restores it elsewhere. */
export async function measureBackup(dataDir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-backup-'))
  try {
    const into = join(folder, 'backups')
    await secondsOf('backup', 'backup', ['--to', into], { DATA_DIR: dataDir })
    const [backup] = readdirSync(into, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    await secondsOf('verified backup', 'restore', [join(into, backup!.name), '--verify'], {
      DATA_DIR: dataDir,
    })
    await secondsOf('restored backup', 'restore', [join(into, backup!.name), '--without-secret'], {
      DATA_DIR: join(folder, 'restored'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
