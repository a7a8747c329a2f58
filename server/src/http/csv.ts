import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Excel reads a file as UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff'

/** Where a spreadsheet may begin a cell: at the start, and behind whatever it takes for a separator or a line break. */
const formulas = /(^|[;,\t\r\n])(?=[\p{Zs}"']*[=+\-@|\t＝＋－＠｜])/gu

/** What nobody sees in a cell: control characters other than tabs and line breaks, and format characters. */
const invisible = /(?![\t\r\n])[\p{Cc}\p{Cf}]/gu

/**
 * A text as a field: always quoted, and with an apostrophe before whatever a spreadsheet could take for a formula. Names
 * are typed by strangers, and what separates cells differs from country to country.
 */
export function csvText(text: string): string {
  const harmless = text
    .replaceAll(invisible, '')
    .replaceAll(formulas, "$1'")
    .replace(/^(?=[\r\n])/, "'")
  return `"${harmless.replaceAll('"', '""')}"`
}

/** A number that stays one in a spreadsheet. */
type CsvNumber = { readonly csvNumber: string }

const csvField = (value: string | number | CsvNumber | null) => {
  if (value === null) return ''
  if (typeof value === 'string') return csvText(value)
  return typeof value === 'number' ? String(value) : value.csvNumber
}

/** A row of a file; null leaves a field empty. */
export const csvRow = (fields: readonly (string | number | CsvNumber | null)[]) =>
  `${fields.map(csvField).join(',')}\r\n`

/** Cents as a spreadsheet reads them; nothing for null. */
export const csvDollars = (cents: number | null): CsvNumber | null =>
  cents === null ? null : { csvNumber: (cents / 100).toFixed(2) }

async function* asFile(rows: Iterable<string> | AsyncIterable<string>) {
  yield byteOrderMark
  yield* rows
}

/** Answers with a file of these rows, written while they are read. `name` is one of ours: plain letters, no ending. */
export const sendCsv = (reply: FastifyReply, name: string, rows: Iterable<string> | AsyncIterable<string>) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(asFile(rows)))
