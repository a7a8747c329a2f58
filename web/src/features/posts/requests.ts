import {
  type QueryClient,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { feedMarkKey, feedPageSize, type ListQuery, postListKey } from '@touchline/contract/first-posts.ts'
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
import { listedPost, patchPost, type PostPage, postKey } from './post-cache.ts'
import { dropUnreadPost } from './unread-posts.ts'

export async function listedPosts(query: ListQuery, signal?: AbortSignal): Promise<PostPage> {
  const since = liveCounts()
  const reply = await call(api.list, { query, signal })
  const page = Array.isArray(reply)
    ? { posts: reply, total: reply.length, isTotalExact: true, hasMore: false }
    : reply
  return { ...page, posts: page.posts.map((post) => withLiveCounts(post, since)) }
}

export async function shownPost(id: string, signal?: AbortSignal): Promise<Post> {
  const since = liveCounts()
  return withLiveCounts(await call(api.show, { params: { id }, signal }), since)
}

/** A page of the feed. A failed refetch keeps the current list. */
export const postList = (query: ListQuery) =>
  queryOptions({
    queryKey: postListKey(query),
    queryFn: async ({ signal }) => {
      const page = await listedPosts(query, signal)
      for (const { id } of page.posts) dropUnreadPost(id)
      return page
    },
    placeholderData: keepPreviousData,
    throwOnError: throwUnlessShown(isSubscriptionRequired),
  })

/** A single post, null once it is gone. The copy from a list is the placeholder. */
export const singlePost = (client: QueryClient, postId: string) =>
  queryOptions({
    queryKey: postKey(postId),
    queryFn: ({ signal }): Promise<Post | null> => shownPost(postId, signal),
    placeholderData: () => listedPost(client, postId),
    // An unpublished post can come back.
    refetchOnMount: ({ state }) => (state.data === null ? 'always' : true),
    throwOnError: throwUnlessShown(isSubscriptionRequired, isNotFound),
  })

/** The feed position at page load; it stays the same for the lifetime of the page. */
export const feedMark = (personId: string) =>
  queryOptions({
    queryKey: feedMarkKey(personId),
    queryFn: ({ signal }) => call(feedApi.showMark, { query: { limit: feedPageSize }, signal }),
    throwOnError: false,
  })

export const sendReadingPosition: SendPosition = {
  now: (place) => call(feedApi.moveMark, { body: place }),
  onLeave: (place) =>
    navigator.sendBeacon(
      feedApi.moveMark.path,
      new Blob([JSON.stringify(place)], { type: 'application/json' }),
    ),
}

/** Likes or unlikes a post; requests for one post run one after another. */
export function useLike(post: Post, onFailure: (error: unknown, isWanted: boolean) => void) {
  const hearts = heartsOf(useQueryClient())
  return useMutation({
    scope: { id: `like:${post.id}` },
    mutationFn: (isWanted: boolean) => call(isWanted ? api.like : api.unlike, { params: { id: post.id } }),
    onMutate: () => hearts.start(post.id, post),
    onSuccess: (heart) => hearts.settle(post.id, heart),
    onError: (error, isWanted) => {
      hearts.settle(post.id, null)
      onFailure(error, isWanted)
    },
  })
}

export function useRenewCount(postId: string) {
  const client = useQueryClient()
  const renew = async () => {
    const { commentsCount } = await shownPost(postId)
    patchPost(client, postId, { commentsCount })
  }
  return () => {
    renew().catch((error: unknown) => logProblem('Refreshing the number of comments failed', error))
  }
}
