import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from './report.ts'

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

/** Four digits of a figure: more would only be noise in the history of the file. */
const exact = (key: string, value: unknown) =>
  key === 'value' && typeof value === 'number' ? Number(value.toPrecision(4)) : value

export function writeRecord(measured: Measured, markdown: string): void {
  writeFileSync(data, `${JSON.stringify(measured, exact, 2)}\n`)
  writeFileSync(page, markdown)
}
