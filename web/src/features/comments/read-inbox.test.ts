import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { dropWaiting, inbox, type Waiting } from './read-inbox.ts'

let stop = async () => {}
afterEach(() => stop())

const waiting = (id: string, replyToId: string | null = null): Waiting => ({
  id,
  postId: 'post',
  replyToId,
  clientId: null,
  content: `Said in ${id}`,
  isRemoved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: {
    id: 'member',
    firstName: 'Mina',
    lastName: null,
    email: null,
    profileImageUrl: null,
    isMainInfluencer: false,
  },
  postTitle: null,
  repliedTo: null,
})

/** An inbox of three that wait, and those of them that were read. */
function inboxOf(comments: Waiting[], hasMore: boolean) {
  const client = new QueryClient()
  const pages = [{ comments, total: 3, isTotalExact: true, hasMore }]
  client.setQueryData(inbox.queryKey, { pages, pageParams: [undefined] })
  const shown = () => {
    const page = client.getQueryData(inbox.queryKey)?.pages[0]
    return [page?.total, page?.comments.map(({ id }) => id)]
  }
  return { client, shown }
}

describe('a comment that was removed', () => {
  it('leaves the inbox with its replies, and no request is needed where all is read [CMT-1, LIVE-1]', async () => {
    const { client, shown } = inboxOf([waiting('c1'), waiting('c2', 'c1'), waiting('c3')], false)
    await dropWaiting(client, 'c1')
    expect(shown()).toEqual([1, ['c3']])
  })

  it('no longer counts where it was not read yet [CMT-1, LIVE-1]', async () => {
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
