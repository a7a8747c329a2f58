import type { Queryable } from '#db/database.ts'
import { csvRow, csvDollars } from '#http/csv.ts'
import { groupOf, type LineScope } from './line-groups.ts'
import { linesOf } from './statement-lines.ts'

const batchSize = 500

/** The lines of a statement as CSV, page by page. The column of the share adds up to the closing balance. */
export async function* statementCsv(
  db: Queryable,
  scope: LineScope,
  { openingCents, isOwn }: { openingCents: number; isOwn: boolean },
): AsyncGenerator<string> {
  yield csvRow([
    'Date (UTC)',
    'Type',
    'Name',
    'Paid by members (USD)',
    'Share (%)',
    `${isOwn ? 'Your' : 'Creator’s'} share (USD)`,
    'Reference',
  ])
  yield csvRow(['', 'opening balance', '', '', '', csvDollars(openingCents), ''])
  let before: string | undefined
  do {
    const page = await linesOf(db, scope, { before, limit: batchSize })
    yield page.rows
      .map(({ id, kind, occurredAt, amountCents, grossCents, shareBasisPoints, name }) =>
        csvRow([
          occurredAt.toISOString(),
          groupOf(kind),
          name,
          csvDollars(grossCents),
          shareBasisPoints === null ? null : shareBasisPoints / 100,
          csvDollars(amountCents),
          id,
        ]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}
