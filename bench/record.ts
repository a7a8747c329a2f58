import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Figure, isWithinLimit } from './report.ts'

/** One program's figures with time and machine; `load` is the machine's load just before. */
export type Run = { at: string; machine: string; load: number; figures: Figure[] }

export type Measured = Record<string, Run>

const data = new URL('../docs/benchmarks.json', import.meta.url)
const page = new URL('../docs/benchmarks.md', import.meta.url)

export function readRecord(): Measured {
  if (!existsSync(data)) return {}
  const record: Measured = JSON.parse(readFileSync(data, 'utf8'))
  return record
}

/**
 * Rounds figures to four digits to keep the file's history quiet, and to more where rounding would change whether a
 * limit was kept. Rounding twice gives the same result.
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
