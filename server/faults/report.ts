import { appendFileSync } from 'node:fs'

/** A whole number the caller of the long tests may set in the environment, e.g. the seed of a run to repeat. */
export function wish(name: string, otherwise: number): number {
  const given = process.env[name]
  if (!given) return otherwise
  const value = Number(given)
  if (!Number.isInteger(value) || value <= 0)
    throw new Error(`${name} is "${given}": it must be a whole number.`)
  return value
}

/**
 * Says what a long test counted for a row (`R-01`, `fault 44`), in the report of the run that `FAULTS_REPORT` names.
 * `startedAt` is by `performance.now()`.
 */
export function report(
  row: string,
  figure: string,
  { startedAt, seed }: { startedAt: number; seed: number },
) {
  const file = process.env['FAULTS_REPORT']
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (file) appendFileSync(file, `${JSON.stringify({ row, figure, seconds, seed })}\n`)
}
