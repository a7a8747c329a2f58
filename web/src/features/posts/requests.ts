import {
  type QueryClient,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as feedApi from '@touchline/contract/feed.ts'
import * as api from '@touchline/contract/posts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'
import { liveCounts, withLiveCounts } from './live-counts.ts'
import { heartsOf } from './hearts.ts'
import type { SendPosition } from './save-reading-position.ts'
import { listedPost, listKey, type ListQuery, patchPost, type PostPage, postKey } from './post-cache.ts'
import { dropUnreadPost } from './unread-posts.ts'

/** Posts on a page of the feed. */
export const feedPageSize = 5

/** Reads one page of posts, newest first, past the lists that are kept. */
export async function listedPosts(query: ListQuery, signal?: AbortSignal): Promise<PostPage> {
  const since = liveCounts()
  const reply = await call(api.list, { query, signal })
  const page = Array.isArray(reply)
    ? { posts: reply, total: reply.length, isTotalExact: true, hasMore: false }
    : reply
  return { ...page, posts: page.posts.map((post) => withLiveCounts(post, since)) }
}

/** Reads one post, past the one that is kept. */
export async function shownPost(id: string, signal?: AbortSignal): Promise<Post> {
  const since = liveCounts()
  return withLiveCounts(await call(api.show, { params: { id }, signal }), since)
}

/** One page of the feed, newest first. A list that is already there outlives a failed reading. */
export const postList = (query: ListQuery) =>
  queryOptions({
    queryKey: listKey(query),
    queryFn: async ({ signal }) => {
      const page = await listedPosts(query, signal)
      for (const { id } of page.posts) dropUnreadPost(id)
      return page
    },
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(isSubscriptionRequired),
  })

/** One post at an address of its own, null once it is gone; what a list shows of it stands in until it has come. */
export const singlePost = (client: QueryClient, postId: string) =>
  queryOptions({
    queryKey: postKey(postId),
    queryFn: ({ signal }): Promise<Post | null> => shownPost(postId, signal),
    placeholderData: () => listedPost(client, postId),
    throwOnError: throwUnlessShown(isSubscriptionRequired, isNotFound),
  })

/** Where somebody was in the feed when this page was opened; it stays so for as long as the page lives. */
export const feedMark = (personId: string) =>
  queryOptions({
    queryKey: ['feed-mark', personId],
    queryFn: ({ signal }) => call(feedApi.showMark, { query: { limit: feedPageSize }, signal }),
    throwOnError: false,
  })

/** Tells the server where the reader is. */
export const sendReadingPosition: SendPosition = {
  now: (place) => call(feedApi.moveMark, { body: place }),
  inLeaving: (place) =>
    navigator.sendBeacon(
      feedApi.moveMark.path,
      new Blob([JSON.stringify(place)], { type: 'application/json' }),
    ),
}

/** Likes a post, or takes the like back; presses on one post go out one after the other.
 * `tell` hears of every failure. */
export function useLike(post: Post, tell: (error: unknown, wish: boolean) => void) {
  const hearts = heartsOf(useQueryClient())
  return useMutation({
    scope: { id: `like:${post.id}` },
    mutationFn: (wish: boolean) => call(wish ? api.like : api.unlike, { params: { id: post.id } }),
    onMutate: () => hearts.press(post.id, post),
    onSuccess: (heart) => hearts.answer(post.id, heart),
    onError: (error, wish) => {
      hearts.answer(post.id, null)
      tell(error, wish)
    },
  })
}

/** After a change to its comments: how many a post has, as the server counts them. */
export function useRenewCount(postId: string) {
  const client = useQueryClient()
  const renew = async () => {
    const { commentsCount } = await shownPost(postId)
    patchPost(client, postId, { commentsCount })
  }
  return () => {
    renew().catch((error: unknown) => logProblem('The comments could not be counted', error))
  }
}
