import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg, release, totalmem, type as system } from 'node:os'
import { fileURLToPath } from 'node:url'
import { linesOf, markdownOf } from './page.ts'
import { overLimitExitCode, type Figure, isWithinLimit, printLine } from './report.ts'
import { type Measured, readRecord, type Run, roundFigures, writeRecord } from './record.ts'

/*
 * Runs every measurement, or those that are named (`npm run bench -- feed live`), and exits with 1 when a
 * limit was exceeded or a program failed. `--record` saves the figures as the next baseline.
 */

const programs = [
  'main',
  'floor',
  'web',
  'cold-loads',
  'pages',
  'sandbox',
  'feed',
  'filters',
  'found-words',
  'galleries',
  'people',
  'insights',
  'large-club',
  'live',
  'new-post',
  'media',
  'cdn',
  'overload',
  'launch',
  'processes',
  'uploads',
  'films',
  'logins',
  'export',
  'webhooks',
]

const machine = () => {
  const [first] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory}, ${system()} ${release()}, Node ${process.version}`
}

/** The longest program took 20 minutes on a busy machine; one that hangs is ended. */
const longestMinutes = 45

/** Returns null when the program ended without figures. Its child processes end with it. */
async function run(name: string): Promise<Run | null> {
  printLine(`\n== ${name}`)
  const figures: Figure[] = []
  const load = loadavg()[0] ?? 0
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  child.on('message', (figure: Figure) => figures.push(figure))
  const stop = () => process.kill(-child.pid!, 'SIGTERM')
  const tooLong = setTimeout(stop, longestMinutes * 60_000)
  const stopAll = () => {
    stop()
    process.exit(1)
  }
  process.once('SIGINT', stopAll).once('SIGTERM', stopAll)
  const [status] = await once(child, 'close')
  clearTimeout(tooLong)
  process.off('SIGINT', stopAll).off('SIGTERM', stopAll)
  if (status !== 0 && status !== overLimitExitCode) return null
  return { at: new Date().toISOString(), machine: machine(), load: Number(load.toFixed(1)), figures }
}

async function main() {
  const words = process.argv.slice(2)
  const asked = words.filter((word) => !word.startsWith('--'))
  const unknown = asked.find((name) => !programs.includes(name))
  if (unknown) throw new Error(`There is no measurement ${unknown}: there are ${programs.join(', ')}.`)

  const before = readRecord()
  const measured: Measured = {}
  const failed: string[] = []
  for (const name of programs.filter((known) => asked.length === 0 || asked.includes(known))) {
    const done = await run(name)
    if (!done) failed.push(name)
    else if (done.figures.length > 0) measured[name] = done
  }

  printLine(`\n${linesOf(measured, before).join('\n')}`)
  if (words.includes('--record') && Object.keys(measured).length > 0) {
    const record = { ...before, ...measured }
    const inOrder = Object.fromEntries(
      programs.flatMap((name) => (record[name] ? [[name, roundFigures(record[name])]] : [])),
    )
    writeRecord(inOrder, markdownOf(inOrder))
    printLine('\nRecorded in docs/benchmarks.md.')
  }
  for (const name of failed) printLine(`\n${name} ended before it had measured everything.`)
  const isGood = Object.values(measured).every(({ figures }) => figures.every(isWithinLimit))
  process.exitCode = isGood && failed.length === 0 ? 0 : 1
}

await main()
