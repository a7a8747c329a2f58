import { DatabaseError } from 'pg'

const maxBatch = 100

const isAnswerOfDatabase = (error: unknown) => error instanceof Error && error.cause instanceof DatabaseError

/**
 * Makes `work`, which does a list at a time in one transaction and answers as many results, into work on one item: what
 * comes while a list is under way is the next list, 100 at most. A commit costs as much for one row as for a hundred, and
 * those that send notices wait for each other. When the database refuses a list each of its items is tried alone, so
 * that one it cannot store fails nobody else.
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
      if (list.length > 1 && isAnswerOfDatabase(error)) await Promise.all(list.map(alone))
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
