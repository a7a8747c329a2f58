import { databaseIsAway } from '#db/database-is-away.ts'

/**
 * Has `work` done on one item after the other; one that fails holds up no other. Rejects with all that failed once each
 * had its turn, and at once where the database is away: none of the others would do better.
 */
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
