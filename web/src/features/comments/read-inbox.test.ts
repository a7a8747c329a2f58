import { InfiniteQueryObserver, notifyManager, QueryClient } from '@tanstack/react-query'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createQueryClient } from '#api/query-client.ts'
import { createComment } from '#testing/create-comment.ts'
import { servePage } from '#testing/page-server.ts'
import {
  dropAnswered,
  dropWaiting,
  inbox,
  markAnswered,
  readNewest,
  renewInbox,
  type WaitingComment,
} from './read-inbox.ts'

let stop = async () => {}
afterEach(() => stop())

const waiting = (id: string, replyToId: string | null = null): WaitingComment => ({
  ...createComment({ id, replyToId, content: `Said in ${id}` }),
  postTitle: null,
  repliedTo: null,
})

/** An inbox of three that wait, and those of them that were read. */
function inboxOf(comments: WaitingComment[], hasMore: boolean) {
  const client = new QueryClient()
  const pages = [{ comments, total: 3, isTotalExact: true, hasMore }]
  client.setQueryData(inbox.queryKey, { pages, pageParams: [undefined] })
  const shown = () => {
    const page = client.getQueryData(inbox.queryKey)?.pages[0]
    return [page?.total, page?.comments.map(({ id }) => id)]
  }
  return { client, shown }
}

describe('a removed comment', () => {
  it('leaves the inbox with its replies without a request [CMT-1, LIVE-1]', async () => {
    const { client, shown } = inboxOf([waiting('c1'), waiting('c2', 'c1'), waiting('c3')], false)
    await dropWaiting(client, 'c1')
    expect(shown()).toEqual([1, ['c3']])
  })

  it('no longer counts as unread [CMT-1, LIVE-1]', async () => {
    const { client, shown } = inboxOf([waiting('c1')], true)
    const asked: (string | undefined)[] = []
    stop = await servePage((request, response) => {
      asked.push(request.url)
      const answer = { comments: [waiting('c2')], total: 2, isTotalExact: true, hasMore: false }
      response.writeHead(200).end(JSON.stringify(answer))
    })
    await dropWaiting(client, 'c3')
    expect(shown()).toEqual([2, ['c1']])
    expect(asked).toEqual(['/api/inbox?after=c1&limit=20'])
  })
})

/** An inbox on screen; what is read is answered by hand, with the ids of what waits. */
async function inboxOnScreen() {
  const asked: ServerResponse[] = []
  stop = await servePage((_request, response) => void asked.push(response))
  const client = createQueryClient({ onFailure: () => {} })
  const observer = new InfiniteQueryObserver(client, inbox)
  const seen: string[][] = []
  const lines = () =>
    (observer.getCurrentResult().data?.pages ?? []).flatMap(({ comments }) =>
      comments.map(({ id, isAnswered }) => (isAnswered ? `${id} is answered` : id)),
    )
  // Batched, as in a page.
  const leave = observer.subscribe(notifyManager.batchCalls(() => void seen.push(lines())))
  const close = stop
  stop = async () => {
    leave()
    await close()
  }
  const asks = (number: number) => expect.poll(() => asked.length).toBeGreaterThanOrEqual(number)
  const answer = async (number: number, ids: string[]) => {
    await asks(number)
    const comments = ids.map((id) => waiting(id))
    asked[number - 1]?.end(
      JSON.stringify({ comments, total: ids.length, isTotalExact: true, hasMore: false }),
    )
  }
  const shows = (...expected: string[]) => expect.poll(() => lines()).toEqual(expected)
  const total = () => observer.getCurrentResult().data?.pages[0]?.total
  return { client, asks, answer, shows, seen, total }
}

describe('a comment answered here', () => {
  it('stays in place while the inbox is refetched [CMT-1, LIVE-1]', async () => {
    const { client, answer, shows, total } = await inboxOnScreen()
    await answer(1, ['c1', 'c2', 'c3'])
    await shows('c1', 'c2', 'c3')
    expect(markAnswered(client, 'c2', true)).toBe(true)
    void renewInbox(client)
    await answer(2, ['c1', 'c3', 'c4'])
    await shows('c1', 'c2 is answered', 'c3', 'c4')
    expect(total()).toBe(3)
    dropAnswered(client, 'another post')
    await shows('c1', 'c2 is answered', 'c3', 'c4')
    dropAnswered(client, 'post')
    await shows('c1', 'c3', 'c4')
  })

  it.each([
    { when: 'before', ids: ['c1', 'c2'] },
    { when: 'after', ids: ['c1'] },
  ])(
    'is shown and counted as that once, when what is just being read was answered $when it [CMT-1, LIVE-1]',
    async ({ ids }) => {
      const { client, answer, shows, total } = await inboxOnScreen()
      await answer(1, ['c1', 'c2'])
      await shows('c1', 'c2')
      void renewInbox(client)
      await expect.poll(() => client.isFetching()).toBe(1)
      expect(markAnswered(client, 'c2', true)).toBe(true)
      await answer(2, ids)
      await expect.poll(() => client.isFetching()).toBe(0)
      await shows('c1', 'c2 is answered')
      expect(total()).toBe(1)
    },
  )
})

it('keeps comments that arrive during a refetch [CMT-1, LIVE-1]', async () => {
  const { client, asks, answer, shows, seen } = await inboxOnScreen()
  await answer(1, ['c1'])
  await shows('c1')
  const read = renewInbox(client)
  await asks(2)
  void readNewest(client)
  await answer(3, ['c2'])
  await shows('c1', 'c2')
  seen.length = 0
  await answer(2, ['c1'])
  await read
  await shows('c1', 'c2')
  expect(seen.filter((lines) => lines.length < 2)).toEqual([])
})
