import { NIL } from 'uuid'

const perBatch = 500

/** Holds one batch in memory at a time. `read` returns the first `limit` rows after the id `after`. */
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
