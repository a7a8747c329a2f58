import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Excel recognises UTF-8 only with a byte order mark. */
const byteOrderMark = '\ufeff'

/** Where a spreadsheet may begin a cell: at the start, and after anything it takes for a separator or a line break. */
const formulas = /(^|[;,\t\r\n])(?=[\p{Zs}\p{Cf}"']*[=+\-@|\t＝＋－＠｜﹦﹢﹣﹫])/gu

/** Control and format characters, except those that emoji and some scripts need. */
const invisible = /(?![\t\r\n\u{e0020}-\u{e007f}]|\p{Join_Control})[\p{Cc}\p{Cf}]/gu

/** Puts an apostrophe before anything a spreadsheet could take for a formula: members choose their names. */
export function csvText(text: string): string {
  const harmless = text
    .replaceAll(invisible, '')
    .replaceAll(formulas, "$1'")
    .replace(/^(?=[\r\n])/, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}

type CsvNumber = { readonly csvNumber: string }

const csvField = (value: string | number | CsvNumber | null) => {
  if (value === null) return ''
  if (typeof value === 'string') return csvText(value)
  return typeof value === 'number' ? String(value) : value.csvNumber
}

/** Formats a row; null leaves a field empty. */
export const csvRow = (fields: readonly (string | number | CsvNumber | null)[]) =>
  `${fields.map(csvField).join(',')}\r\n`

/** Formats cents as dollars for a spreadsheet; null stays empty. */
export const csvDollars = (cents: number | null): CsvNumber | null =>
  cents === null ? null : { csvNumber: (cents / 100).toFixed(2) }

async function* asFile(rows: Iterable<string> | AsyncIterable<string>) {
  yield byteOrderMark
  yield* rows
}

/** Streams rows as a CSV file. `name` is a plain ASCII name without an extension. */
export const sendCsv = (reply: FastifyReply, name: string, rows: Iterable<string> | AsyncIterable<string>) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(asFile(rows)))
