import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { renewPages } from './renew-pages.ts'

describe('refetching paged lists', () => {
  it('waits for a page being fetched, and then refetches all of them', async () => {
    const client = new QueryClient()
    const asked: number[] = []
    const mayAnswer = Promise.withResolvers<void>()
    const list = new InfiniteQueryObserver(client, {
      queryKey: ['list', 1],
      queryFn: async ({ pageParam }) => {
        asked.push(pageParam)
        if (asked.length === 2) await mayAnswer.promise
        return asked.length
      },
      initialPageParam: 1,
      getNextPageParam: (_last, pages) => pages.length + 1,
    })
    const leave = list.subscribe(() => undefined)
    await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)

    const next = list.fetchNextPage()
    await expect.poll(() => asked).toEqual([1, 2])
    const renewed = renewPages(client, ['list'])
    mayAnswer.resolve()
    await Promise.all([next, renewed])
    expect(asked).toEqual([1, 2, 1, 2])
    expect(list.getCurrentResult().data?.pages).toEqual([3, 4])
    leave()
  })
})
