import { NIL } from 'uuid'

const perBatch = 500

/** Rows in the order of their ids, read a batch at a time: a table of any length takes the memory of one batch. */
export async function* inBatches<Row extends { id: string }>(
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

/** Rows as the text of one JSON list, a row a line. */
export async function* toJsonList(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
