import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Figure, isWithinLimit } from './report.ts'

/** What one program measured, when, and on what; `load` is what the machine had to do besides just before. */
export type Run = { at: string; machine: string; load: number; figures: Figure[] }

/** The last run of each program, by its name. */
export type Measured = Record<string, Run>

const data = new URL('../docs/benchmarks.json', import.meta.url)
const page = new URL('../docs/benchmarks.md', import.meta.url)

/** What was recorded last, in this repository; empty where nothing was. */
export function readRecord(): Measured {
  if (!existsSync(data)) return {}
  const record: Measured = JSON.parse(readFileSync(data, 'utf8'))
  return record
}

/**
 * A run as it is kept: four digits of each figure, since more would only be noise in the history of the file, but as
 * many as tell whether a promise was kept. What is written of it is the same whenever it is written again.
 */
export const roundFigures = (run: Run): Run => ({
  ...run,
  figures: run.figures.map((figure) => {
    const rounded = { ...figure, value: Number(figure.value.toPrecision(4)) }
    return isWithinLimit(rounded) === isWithinLimit(figure) ? rounded : figure
  }),
})

export function writeRecord(measured: Measured, markdown: string): void {
  writeFileSync(data, `${JSON.stringify(measured, null, 2)}\n`)
  writeFileSync(page, markdown)
}
