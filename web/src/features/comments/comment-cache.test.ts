import { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@touchline/contract/comments.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { createComment } from '#testing/create-comment.ts'
import { servePage } from '#testing/page-server.ts'
import { commentsKey, cachedThread, putThread, threadsOf } from './comment-cache.ts'
import { hiddenPeopleQuery } from './hidden-people.ts'
import { applyToComments } from './live-comments.ts'
import { addNewComment } from './read-comments.ts'

let stop = async () => {}
afterEach(() => stop())

const thread = (second: number, more: Partial<Thread> = {}): Thread => ({
  ...createComment({
    id: `c${second}`,
    content: `Said at ${second}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  }),
  isAnswered: false,
  isMuted: false,
  repliesCount: 0,
  replies: [],
  ...more,
})

function listOf(pages: Thread[][], hasEarlier = true) {
  const client = new QueryClient()
  client.setQueryData(commentsKey('post'), {
    pages: pages.map((threads, index) => ({
      threads,
      hasEarlier: index < pages.length - 1 || hasEarlier,
    })),
    pageParams: [],
  })
  const shown = () => {
    const data: { pages: { threads: Thread[]; hasEarlier: boolean }[] } | undefined = client.getQueryData(
      commentsKey('post'),
    )
    return threadsOf(data?.pages ?? []).map(({ id }) => id)
  }
  return { client, shown }
}

const serve = async (answers: Record<string, unknown>) => {
  const asked: string[] = []
  stop = await servePage((request, response) => {
    asked.push(request.url ?? '')
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? { message: 'Comment not found' }))
  })
  return asked
}

describe('the comments on screen', () => {
  it('insert a comment once, in order, from response or live message [CMT-1, LIVE-1]', async () => {
    const { client, shown } = listOf([
      [thread(6), thread(8)],
      [thread(3), thread(4)],
    ])
    putThread(client, thread(7))
    putThread(client, thread(5))
    await addNewComment(client, thread(9))
    await addNewComment(client, thread(9))
    expect(shown()).toEqual(['c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9'])
    // From before what was read: it comes with the page it is on.
    putThread(client, thread(1))
    expect(shown()[0]).toBe('c3')
    const whole = listOf([[thread(6)]], false)
    putThread(whole.client, thread(1))
    expect(whole.shown()).toEqual(['c1', 'c6'])
  })

  it('follow live messages and fetch only new comments [LIVE-1]', async () => {
    const { client, shown } = listOf([[thread(1)]], false)
    const asked = await serve({ '/api/comments/c2': thread(2) })
    const about = { postId: 'post', replyToId: null, commentsCount: 2 }
    await applyToComments(client, { type: 'comment_created', commentId: 'c2', ...about })
    await applyToComments(client, { type: 'comment_created', commentId: 'c2', ...about })
    expect([shown(), asked]).toEqual([['c1', 'c2'], ['/api/comments/c2']])
    await applyToComments(client, { type: 'comment_deleted', commentId: 'c1', ...about })
    // Removed again before it could be read.
    await applyToComments(client, { type: 'comment_created', commentId: 'c3', ...about })
    expect(shown()).toEqual(['c2'])
    await applyToComments(client, { type: 'comment_created', commentId: 'x', ...about, postId: 'closed' })
    expect(asked).toEqual(['/api/comments/c2', '/api/comments/c3'])
  })

  it('follow whom the viewer hides on another device [CMT-8, LIVE-1]', async () => {
    const { client } = listOf([[thread(1)]], false)
    client.setQueryData(hiddenPeopleQuery.queryKey, [])
    await applyToComments(client, { type: 'hidden_people_changed' })
    expect(client.getQueryState(hiddenPeopleQuery.queryKey)).toMatchObject({ isInvalidated: true })
    // It is not on screen, so it is loaded when it is opened again.
    expect(client.getQueryData(commentsKey('post'))).toBeUndefined()
  })

  it('keep as many replies as were open, and show authors their new reply [CMT-1]', async () => {
    const replies = [2, 3, 4, 5].map((second) => thread(second, { replyToId: 'c1' }))
    const first = thread(1, { repliesCount: 4, replies: replies.slice(0, 3) })
    const { client } = listOf([[first]], false)
    await serve({
      '/api/comments/c1': first,
      '/api/comments/c1/replies?after=c4': replies.slice(3),
    })
    const about = { postId: 'post', replyToId: 'c1', commentsCount: 5 }
    await applyToComments(client, { type: 'comment_created', commentId: 'c5', ...about })
    expect(cachedThread(client, 'post', 'c1')).toMatchObject({ repliesCount: 4, replies: { length: 3 } })
    await addNewComment(client, replies[3]!)
    expect(cachedThread(client, 'post', 'c1')?.replies.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4', 'c5'])
    await applyToComments(client, { type: 'comment_created', commentId: 'c5', ...about })
    expect(cachedThread(client, 'post', 'c1')?.replies).toHaveLength(4)
  })
})
