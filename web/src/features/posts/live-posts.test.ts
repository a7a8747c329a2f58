import { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { describe, expect, it, vi } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { applyMessage } from './live-posts.ts'
import { isListed, postKey, postLists, type PostPage } from './post-cache.ts'

const post = (id: string) => createPost({ id, title: null, content: 'Kick-off' })

/** Two lists that show the same post: a page of the feed and the latest posts. */
function twoLists() {
  const client = new QueryClient()
  const keys = [
    [...postLists, { page: 1, limit: 5 }],
    [...postLists, { page: 1, limit: 3 }],
  ]
  for (const key of keys)
    client.setQueryData<PostPage>(key, {
      posts: [post('a'), post('b')],
      total: 2,
      isTotalExact: true,
      hasMore: false,
    })
  const shown = () => keys.map((key) => client.getQueryData<PostPage>(key)?.posts ?? [])
  return { client, shown }
}

describe('live messages', () => {
  it('update the hearts in every list that shows the post [LIVE-1]', () => {
    const { client, shown } = twoLists()
    applyMessage(client, { type: 'post_heart_update', postId: 'b', likesCount: 7 })
    expect(shown().map((posts) => posts.map(({ likesCount }) => likesCount))).toEqual([
      [1, 7],
      [1, 7],
    ])
  })

  it('refetch lists when they are next opened', () => {
    const { client, shown } = twoLists()
    const areToBeReadAnew = () =>
      client
        .getQueryCache()
        .findAll({ queryKey: postLists })
        .map(({ state }) => state.isInvalidated)
    applyMessage(client, { type: 'post_created', postId: 'c' })
    applyMessage(client, { type: 'post_heart_update', postId: 'b', likesCount: 7 })
    expect(shown()[0]?.[1]?.likesCount).toBe(7)
    expect(areToBeReadAnew()).toEqual([true, true])
  })

  it('remove a deleted post and leave lists alone for a new one', () => {
    const { client, shown } = twoLists()
    const before = shown()
    applyMessage(client, { type: 'post_created', postId: 'c' })
    expect(shown()).toEqual(before)
    applyMessage(client, { type: 'post_deleted', postId: 'a' })
    expect(isListed(client, 'a')).toBe(false)
    expect(shown().map((posts) => posts.length)).toEqual([1, 1])
  })

  it('update the page of a post until the post is gone [LIVE-1, SYS-10]', () => {
    const { client } = twoLists()
    client.setQueryData<Post | null>(postKey('a'), post('a'))
    const single = () => client.getQueryData<Post | null>(postKey('a'))
    applyMessage(client, { type: 'post_heart_update', postId: 'a', likesCount: 7 })
    applyMessage(client, {
      type: 'comment_created',
      postId: 'a',
      commentId: 'c',
      replyToId: null,
      commentsCount: 2,
    })
    expect(single()).toMatchObject({ likesCount: 7, commentsCount: 2 })
    applyMessage(client, { type: 'post_deleted', postId: 'a' })
    expect(single()).toBeNull()
  })

  it('refetch a post that its creator saw before it was ready [LIVE-1]', async () => {
    const { client, shown } = twoLists()
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Response.json({ ...post('a'), title: 'Ready now' })),
    )
    try {
      applyMessage(client, { type: 'post_created', postId: 'a' })
      await expect.poll(() => shown()[0]?.[0]?.title).toBe('Ready now')
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
