import type { Queryable } from '#db/database.ts'
import { groupOf, type LineScope } from './line-groups.ts'
import { linesOf } from './statement-lines.ts'

const rowsAtOnce = 500

const isAmount = /^-?\d+(\.\d+)?$/

/**
 * A field as RFC 4180 wants it. A text that a spreadsheet would take for a formula gets an apostrophe in front: names
 * are typed by strangers.
 */
export function csvField(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) && !isAmount.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const inDollars = (cents: number) => (cents / 100).toFixed(2)
const row = (fields: (string | number)[]) => `${fields.map((field) => csvField(String(field))).join(',')}\r\n`

/** The lines of a statement as CSV, page by page; the column of the creator's part adds up to the closing balance. */
export async function* statementCsv(
  db: Queryable,
  scope: LineScope,
  openingCents: number,
): AsyncGenerator<string> {
  yield row(['Date (UTC)', 'What', 'Who', 'Paid (USD)', 'Share (%)', 'Creator (USD)', 'Reference'])
  yield row(['', 'opening balance', '', '', '', inDollars(openingCents), ''])
  let before: string | undefined
  do {
    const page = await linesOf(db, scope, { before, limit: rowsAtOnce })
    yield page.rows
      .map(({ id, kind, occurredAt, amountCents, grossCents, shareBasisPoints, name }) =>
        row([
          occurredAt.toISOString(),
          groupOf(kind),
          name ?? '',
          grossCents === null ? '' : inDollars(grossCents),
          shareBasisPoints === null ? '' : shareBasisPoints / 100,
          inDollars(amountCents),
          id,
        ]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}
