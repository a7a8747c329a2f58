import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './project.mjs'

const figuresFile = join(root, 'server', 'faults', 'figures.json')
const document = join(root, 'docs', 'reliability.md')
const begin = '<!-- figures -->'
const end = '<!-- end of figures -->'

/** Reads the figures of each row's last run: `{ 'R-01': { figure, seconds, seed, date, machine } }`. */
export const savedFigures = () =>
  existsSync(figuresFile) ? JSON.parse(readFileSync(figuresFile, 'utf8')) : {}

/** Reads the lines that a run has reported, each a JSON object with `row`, `figure`, `seconds` and `seed`. */
export const reportedIn = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

export const promisedRows = () =>
  [...readFileSync(document, 'utf8').matchAll(/^### (R-\d\d) /gm)].map(([, row]) => row ?? '')

export function keepFigures(reported) {
  const figures = savedFigures()
  const date = new Date().toISOString().slice(0, 10)
  const named = new Map()
  for (const { row, ...found } of reported)
    if (row.startsWith('R-'))
      named.set(row, [...(named.get(row) ?? []), { ...found, date, machine: machine() }])
  for (const [row, found] of named) figures[row] = found
  const sorted = Object.fromEntries(
    Object.entries(figures).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  writeFileSync(figuresFile, `${JSON.stringify(sorted, null, 2)}\n`)
  const text = readFileSync(document, 'utf8')
  const head = text.slice(0, text.indexOf(begin) + begin.length)
  writeFileSync(document, `${head}\n\n${tableOf(sorted)}\n\n${text.slice(text.indexOf(end))}`)
}

export function tableOf(figures) {
  const rows = Object.entries(figures).flatMap(([row, found]) =>
    found.map(
      ({ figure, seconds, seed, date, machine: where }) =>
        `| ${row} | ${figure} | ${seconds} s${seed ? `, seed ${seed}` : ''} | ${date} | ${where} |`,
    ),
  )
  return ['| Row | Measured | In | On | Machine |', '|---|---|---|---|---|', ...rows].join('\n')
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, load ${loadavg()[1].toFixed(0)}`
