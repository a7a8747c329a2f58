import { NIL } from 'uuid'

const perBatch = 500

/**
 * Rows in the order of their ids, read a batch at a time: a table of any length takes the memory of one batch. `read`
 * answers the first `limit` rows behind the id `after`.
 */
export async function* rowsById<Row extends { id: string }>(
  read: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: string = NIL
  for (;;) {
    const rows = await read(after, perBatch)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < perBatch) return
    after = last.id
  }
}
