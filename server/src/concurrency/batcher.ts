import { DatabaseError } from 'pg'

const maxBatch = 100

const isDatabaseError = (error: unknown) => error instanceof Error && error.cause instanceof DatabaseError

/**
 * Turns `work`, which processes a list in one transaction, into a function for a single item: a commit costs about the
 * same for a hundred rows as for one. When the database rejects a list, each item is retried alone.
 */
export function batcher<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; done: PromiseWithResolvers<Result> }
  const waiting: Waiting[] = []
  let isUnderWay = false

  const alone = async ({ item, done }: Waiting) => {
    try {
      const [result] = await work([item])
      done.resolve(result!)
    } catch (error) {
      done.reject(error)
    }
  }
  const together = async (list: Waiting[]) => {
    try {
      const results = await work(list.map(({ item }) => item))
      for (const [index, { done }] of list.entries()) done.resolve(results[index]!)
    } catch (error) {
      if (list.length > 1 && isDatabaseError(error)) await Promise.all(list.map(alone))
      else for (const { done } of list) done.reject(error)
    }
  }
  const workOff = async () => {
    isUnderWay = true
    while (waiting.length > 0) await together(waiting.splice(0, maxBatch))
    isUnderWay = false
  }

  return (item) => {
    const done = Promise.withResolvers<Result>()
    waiting.push({ item, done })
    if (!isUnderWay) void workOff()
    return done.promise
  }
}
