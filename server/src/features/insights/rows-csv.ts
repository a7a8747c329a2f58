import type { Queryable } from '#db/database.ts'
import { csvRow, inDollars } from '#http/csv.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Traced } from './row-sources.ts'
import { tracedRows } from './traced-rows.ts'

const rowsAtOnce = 500

/** All rows of a figure as CSV, page by page; the columns of pieces and amounts add up to it. */
export async function* rowsCsv(db: Queryable, viewer: Viewer, traced: Traced): AsyncGenerator<string> {
  yield csvRow(['Date (UTC)', 'What', 'Who', 'Count', 'Amount (USD)', 'Creator (USD)', 'Reference'])
  let before: string | undefined
  do {
    const page = await tracedRows(db, viewer, { ...traced, before, limit: rowsAtOnce })
    yield page.rows
      .map(({ at, what, name, count, amountCents, creatorCents, id }) =>
        csvRow([at, what, name, count, inDollars(amountCents), inDollars(creatorCents), id]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}
