import { databaseIsAway } from '#db/database-is-away.ts'

/** A failure does not stop the others: all are thrown at the end. Without the database it rejects at once. */
export async function forEachInTurn<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: Error[] = []
  let count = 0
  for await (const item of items) {
    count += 1
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof Error) || databaseIsAway(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${count} failed`)
}
