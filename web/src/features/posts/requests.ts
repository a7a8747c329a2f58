import {
  infiniteQueryOptions,
  type QueryClient,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as feedApi from '@touchline/contract/feed.ts'
import * as api from '@touchline/contract/posts.ts'
import type { Comment, Post } from '@touchline/contract/posts.ts'
import { isNotFound, isSubscriptionRequired, isUnauthorized } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { heartsOf } from './hearts.ts'
import {
  commentsKey,
  dropPost,
  listedPost,
  listKey,
  type ListQuery,
  patchPost,
  type PostPage,
  postKey,
  postLists,
} from './post-cache.ts'
import type { Publishing } from './publish-file.ts'
import { dropUnreadPost, expectPost } from './unread-posts.ts'

/** Posts on a page of the feed. */
export const feedPageSize = 5
/** Comments read at a time, the newest first. */
const commentPageSize = 50

/** Reads one page of posts, newest first, past the lists that are kept. */
export async function listedPosts(query: ListQuery, signal?: AbortSignal): Promise<PostPage> {
  const reply = await call(api.list, { query, signal })
  return Array.isArray(reply)
    ? { posts: reply, total: reply.length, isTotalExact: true, hasMore: false }
    : reply
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
    throwOnError: (error, { state }) =>
      state.data === undefined && !isUnauthorized(error) && !isSubscriptionRequired(error),
  })

/** One post at an address of its own, null once it is gone; what a list shows of it stands in until it has come. */
export const singlePost = (client: QueryClient, postId: string) =>
  queryOptions({
    queryKey: postKey(postId),
    queryFn: ({ signal }): Promise<Post | null> => call(api.show, { params: { id: postId }, signal }),
    placeholderData: () => listedPost(client, postId),
    throwOnError: (error, { state }) =>
      state.data === undefined &&
      !isUnauthorized(error) &&
      !isSubscriptionRequired(error) &&
      !isNotFound(error),
  })

/** Where somebody was in the feed when this page was opened; it stays so for as long as the page lives. */
export const feedMark = (personId: string) =>
  queryOptions({
    queryKey: ['feed-mark', personId],
    queryFn: ({ signal }) => call(feedApi.showMark, { query: { limit: feedPageSize }, signal }),
    throwOnError: false,
  })

/** Tells the server where the reader is, also while the page is being left; an answer is not waited for. */
export const tellFeedMark = (place: { newestId: string; stoppedId?: string }) =>
  navigator.sendBeacon(feedApi.moveMark.path, new Blob([JSON.stringify(place)], { type: 'application/json' }))

/** The comments of a post, newest pages first, each page oldest first. */
export const postComments = (postId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(postId),
    queryFn: ({ pageParam, signal }) =>
      call(api.comments, {
        params: { id: postId },
        query: { limit: commentPageSize, before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Comment[]) => (page.length < commentPageSize ? undefined : page[0]?.id),
    throwOnError: false,
  })

/** Likes a post, or takes the like back; presses on one post go out one after the other.
 * `tell` hears of every failure. */
export function useLike(post: Post, tell: (error: unknown) => void) {
  const hearts = heartsOf(useQueryClient())
  return useMutation({
    scope: { id: `like:${post.id}` },
    mutationFn: (wish: boolean) => call(wish ? api.like : api.unlike, { params: { id: post.id } }),
    onMutate: () => hearts.press(post.id, post),
    onSuccess: (heart) => hearts.answer(post.id, heart),
    onError: (error) => {
      hearts.answer(post.id, null)
      tell(error)
    },
  })
}

/** Uploads a post; `signal` takes it back. */
export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (post: Publishing) => (await import('./publish-file.ts')).publishFile(post),
    onSuccess: (post) => {
      expectPost(post.id)
      return client.invalidateQueries({ queryKey: postLists })
    },
  })
}

export function useEditPost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { title: string; content: string; mediaAlt: string; opensAt: string | null }) =>
      call(api.edit, { params: { id: postId }, body }),
    // Only what was edited: of likes and comments the live connection may know more by now.
    onSuccess: ({ title, content, mediaAlt, opensAt }) =>
      patchPost(client, postId, { title, content, mediaAlt, opensAt }),
  })
}

/** Lets the file of a post that failed be worked on again. */
export function usePrepareAgain(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.prepareAgain, { params: { id: postId } }),
    onSuccess: ({ status, problem }) => patchPost(client, postId, { status, problem }),
  })
}

export function useRemovePost(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.remove, { params: { id: postId } }),
    onSuccess: () => {
      dropPost(client, postId)
      return client.invalidateQueries({ queryKey: postLists })
    },
  })
}

/** After a change to its comments: the post's count and the list, as the server has them. */
async function renewComments(client: ReturnType<typeof useQueryClient>, postId: string) {
  const [post] = await Promise.all([
    call(api.show, { params: { id: postId } }),
    renewPages(client, commentsKey(postId)),
  ])
  patchPost(client, postId, { commentsCount: post.commentsCount })
}

export function useAddComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (content: string) => call(api.addComment, { params: { id: postId }, body: { content } }),
    onSuccess: () => void renewComments(client, postId),
  })
}

export function useRemoveComment(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (commentId: string) => call(api.removeComment, { params: { id: commentId } }),
    onSuccess: () => void renewComments(client, postId),
  })
}
