import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeCached, cacheResponse } from './stale-reads.ts'
import { createQueryClient } from './query-client.ts'

const queryKey = ['waiting']

/** A list on screen whose readings are answered by hand. */
function openList() {
  const client = createQueryClient({ onFailure: () => {} })
  const answers: ((count: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const leave = observer.subscribe(() => undefined)
  const asked = (count: number) => expect.poll(() => answers).toHaveLength(count)
  return { client, answers, observer, leave, asked }
}

describe('live updates', () => {
  let list: ReturnType<typeof openList>
  beforeEach(() => {
    list = openList()
  })
  afterEach(() => list.leave())

  it('refetch once a first read that began before them, however many arrive [LIVE-1]', async () => {
    const { client, answers, observer, asked } = list
    await asked(1)
    const read = client.invalidateQueries({ queryKey })
    const more = client.invalidateQueries({ queryKey })
    answers[0]?.(2)
    await asked(2)
    answers[1]?.(3)
    await Promise.all([read, more])
    expect(observer.getCurrentResult().data).toBe(3)
    expect([answers.length, observer.getCurrentResult().isStale]).toEqual([2, false])
  })

  it('replace a later read and cause no third request [LIVE-1]', async () => {
    const { client, answers, observer, asked } = list
    await asked(1)
    answers[0]?.(1)
    await expect.poll(() => observer.getCurrentResult().data).toBe(1)
    void client.refetchQueries({ queryKey })
    await asked(2)
    const read = client.invalidateQueries({ queryKey })
    await asked(3)
    answers[2]?.(3)
    answers[1]?.(2)
    await read
    expect([observer.getCurrentResult().data, answers.length]).toEqual([3, 3])
  })

  it('mark hidden queries as stale without waiting for them [LIVE-1]', async () => {
    const { client, answers, observer, asked } = list
    await asked(1)
    await client.invalidateQueries({ queryKey, refetchType: 'none' })
    answers[0]?.(2)
    await expect
      .poll(() => observer.getCurrentResult())
      .toMatchObject({ data: 2, isStale: true, isFetching: false })
    expect(answers).toHaveLength(1)
  })
  it('keep the response of a change over an earlier read', async () => {
    const { client, answers, observer, asked } = list
    await asked(1)
    const reading = observer.getCurrentQuery().promise?.catch(() => undefined)
    await cacheResponse(client, queryKey, 2)
    answers[0]?.(1)
    await reading
    expect(observer.getCurrentResult()).toMatchObject({ data: 2, isFetching: false })
  })

  it('apply at once, and again to the result of an earlier read', async () => {
    const { client, answers, observer, asked } = list
    await asked(1)
    const double = () => client.setQueryData<number>(queryKey, (count) => count && count * 2)
    changeCached(client, queryKey, double)
    answers[0]?.(1)
    await expect.poll(() => observer.getCurrentResult().data).toBe(2)
    changeCached(client, queryKey, double)
    expect(observer.getCurrentResult().data).toBe(4)
    void client.refetchQueries({ queryKey })
    await asked(2)
    changeCached(client, queryKey, double)
    expect(observer.getCurrentResult().data).toBe(8)
    answers[1]?.(3)
    await expect.poll(() => observer.getCurrentResult().data).toBe(6)
  })
})
