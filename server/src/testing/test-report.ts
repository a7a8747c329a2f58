import { appendFileSync } from 'node:fs'

/** Reads an integer from the environment, e.g. the seed of a run to repeat. */
export function numberFromEnv(name: string, otherwise: number): number {
  const given = process.env[name]
  if (!given) return otherwise
  const value = Number(given)
  if (!Number.isInteger(value) || value <= 0)
    throw new Error(`${name} is "${given}": it must be a whole number.`)
  return value
}

/** Writes to the file that FAULTS_REPORT names. `startedAt` is by `performance.now()`. */
export function report(
  row: string,
  figure: string,
  { startedAt, seed = 0 }: { startedAt: number; seed?: number },
) {
  const file = process.env['FAULTS_REPORT']
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (file) appendFileSync(file, `${JSON.stringify({ row, figure, seconds, seed })}\n`)
}

const toldEveryMs = 60_000

/** Prints the progress of a long test, at most once a minute. */
export function progressReporter(): (words: string) => void {
  let toldAt = performance.now()
  return (words) => {
    if (performance.now() - toldAt < toldEveryMs) return
    toldAt = performance.now()
    process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${words}\n`)
  }
}
