import type { Queryable } from '#db/database.ts'
import { csvRow, csvDollars } from '#http/csv.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Traced } from './row-sources.ts'
import { tracedRows } from './traced-rows.ts'

const batchSize = 500

/** File name such as `movements-2026-11-lost-by-choice` or `joined-since-2026-11-04`. */
export function rowsFileName({ figure, month, through, since, kind, joined }: Traced): string {
  const parts = [
    figure,
    joined && `of-${joined.slice(0, 7)}`,
    month?.slice(0, 7),
    through && `to-${through.slice(0, 7)}`,
    since && `since-${since.slice(0, 10)}`,
    kind,
  ]
  return parts.filter(Boolean).join('-').replaceAll('_', '-')
}

/** All rows of a figure as CSV, page by page. The count and amount columns add up to the figure. */
export async function* rowsCsv(db: Queryable, viewer: Viewer, traced: Traced): AsyncGenerator<string> {
  yield csvRow(['Date (UTC)', 'Type', 'Name', 'Count', 'Amount (USD)', 'Creator share (USD)', 'Reference'])
  let before: string | undefined
  do {
    const page = await tracedRows(db, viewer, { ...traced, before, limit: batchSize })
    yield page.rows
      .map(({ at, what, name, count, amountCents, creatorCents, id }) =>
        csvRow([at, what, name, count, csvDollars(amountCents), csvDollars(creatorCents), id]),
      )
      .join('')
    before = page.next ?? undefined
  } while (before)
}
