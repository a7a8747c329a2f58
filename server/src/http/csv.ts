import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const isAmount = /^-?\d+(\.\d+)?$/

/**
 * A field as RFC 4180 wants it. A text that a spreadsheet would take for a formula gets an apostrophe in front: names
 * are typed by strangers.
 */
export function csvField(value: string): string {
  const harmless = /^[=+\-@＝＋－＠\t\r\n]/.test(value) && !isAmount.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A row of a file; null leaves a field empty. */
export const csvRow = (fields: readonly (string | number | null)[]) =>
  `${fields.map((field) => csvField(String(field ?? ''))).join(',')}\r\n`

/** Cents as a spreadsheet reads them; nothing for null. */
export const csvDollars = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2))

/** Answers with a file of these rows, written while they are read. `name` is one of ours: plain letters, no ending. */
export const sendCsv = (reply: FastifyReply, name: string, rows: Iterable<string> | AsyncIterable<string>) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(rows))
