import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { InboxComment } from '@touchline/contract/comments.ts'
import { call } from '#api/call.ts'
import { changeCached } from '#api/stale-reads.ts'
import { renewPages } from '#api/renew-pages.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'
import { placeOf } from './comment-cache.ts'

/** A comment in the inbox. One that was answered here stays, so that this can be undone. */
export type WaitingComment = InboxComment & { isAnswered?: boolean }
type InboxPage = { comments: WaitingComment[]; total: number; isTotalExact: boolean; hasMore: boolean }
type Pages = InfiniteData<InboxPage, string | undefined>

const inboxKey = ['inbox'] as const
const pageSize = 20

const isBefore = (one: WaitingComment, other: WaitingComment) => placeOf(one) < placeOf(other)
const inOrder = (comments: WaitingComment[]) => comments.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))

const readPage = (after: string | undefined, signal?: AbortSignal): Promise<InboxPage> =>
  call(api.inbox, { query: { after, limit: pageSize }, signal })

const listed = (client: QueryClient) =>
  (client.getQueryData<Pages>(inboxKey)?.pages ?? []).flatMap(({ comments }) => comments)

/** Merges a fetched page with comments that were answered here. */
function withAnswered(client: QueryClient, after: string | undefined, page: InboxPage): InboxPage {
  const known = listed(client)
  const first = known.find(({ id }) => id === after)
  if (after !== undefined && !first) return page
  const last = page.hasMore ? page.comments.at(-1) : undefined
  const answered = known.filter(
    (comment) =>
      comment.isAnswered &&
      !page.comments.some(({ id }) => id === comment.id) &&
      (!first || isBefore(first, comment)) &&
      (!last || isBefore(comment, last)),
  )
  return { ...page, comments: inOrder([...page.comments, ...answered]) }
}

export const inbox = infiniteQueryOptions({
  queryKey: inboxKey,
  queryFn: async ({ client, pageParam, signal }) =>
    withAnswered(client, pageParam, await readPage(pageParam, signal)),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: InboxPage, all: InboxPage[]) =>
    last.hasMore ? all.flatMap(({ comments }) => comments).at(-1)?.id : undefined,
  // Refetch on return, because comments may have been answered elsewhere.
  staleTime: 0,
  throwOnError: throwUnlessShown(),
})

export const renewInbox = (client: QueryClient) => renewPages(client, inboxKey)

const changePages = (
  client: QueryClient,
  change: (page: InboxPage, index: number, last: number) => InboxPage,
) =>
  client.setQueryData<Pages>(
    inboxKey,
    (data) =>
      data && { ...data, pages: data.pages.map((page, index) => change(page, index, data.pages.length - 1)) },
  )

function setAnswered(client: QueryClient, comment: WaitingComment, isAnswered: boolean) {
  const known = listed(client).find(({ id }) => id === comment.id)
  // A comment that was not fetched was answered at that time.
  const wasAnswered = known ? !!known.isAnswered : true
  const step = Number(wasAnswered) - Number(isAnswered)
  const pages = client.getQueryData<Pages>(inboxKey)?.pages ?? []
  const found = pages.findIndex(({ comments }) => comments.some((one) => isBefore(comment, one)))
  const home = found === -1 ? pages.length - 1 : found
  changePages(client, (page, index) => ({
    ...page,
    total: page.total + step,
    comments: known
      ? page.comments.map((one) => (one.id === comment.id ? { ...one, isAnswered } : one))
      : index === home
        ? inOrder([...page.comments, { ...comment, isAnswered }])
        : page.comments,
  }))
}

/** Marks a comment in the cache. Returns false when it is not loaded. */
export function markAnswered(client: QueryClient, commentId: string, isAnswered: boolean): boolean {
  const comment = listed(client).find(({ id }) => id === commentId)
  if (!comment) return false
  changeCached(client, inboxKey, () => setAnswered(client, comment, isAnswered))
  return true
}

export const dropAnswered = (client: QueryClient, under?: string): void =>
  changeCached(client, inboxKey, () =>
    changePages(client, (page) => ({
      ...page,
      comments: page.comments.filter(
        ({ isAnswered, postId }) => !isAnswered || (under !== undefined && under !== postId),
      ),
    })),
  )

/** Fetches comments after the last one. While there are more pages, only updates the count. */
export async function readNewest(client: QueryClient): Promise<void> {
  const last = listed(client).at(-1)
  if (!last) return renewInbox(client)
  const next = await readPage(last.id)
  changeCached(client, inboxKey, () =>
    changePages(client, (page, index, end) => ({
      ...page,
      total: next.total,
      isTotalExact: next.isTotalExact,
      ...(index === end && !page.hasMore
        ? {
            comments: [
              ...page.comments,
              ...next.comments.filter(({ id }) => !page.comments.some((one) => one.id === id)),
            ],
            hasMore: next.hasMore,
          }
        : {}),
    })),
  )
}

/** Removes a comment with its replies. Refetches the count, because unloaded replies counted too. */
export async function dropWaiting(client: QueryClient, commentId: string): Promise<void> {
  changeCached(client, inboxKey, () => {
    const gone = listed(client).filter(({ id, replyToId }) => id === commentId || replyToId === commentId)
    const fewer = gone.filter(({ isAnswered }) => !isAnswered).length
    changePages(client, (page) => ({
      ...page,
      total: page.total - fewer,
      comments: page.comments.filter((one) => !gone.includes(one)),
    }))
  })
  const pages = client.getQueryData<Pages>(inboxKey)?.pages
  if (pages?.at(-1)?.hasMore) await readNewest(client)
}

export function useMarkAnswered(commentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isAnswered: boolean) =>
      call(isAnswered ? api.markAnswered : api.markUnanswered, { params: { id: commentId } }),
    onSuccess: (_, isAnswered) => void markAnswered(client, commentId, isAnswered),
  })
}
