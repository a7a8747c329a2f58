import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { changeCached } from '#api/stale-reads.ts'

export type CommentPage = { threads: Thread[]; hasEarlier: boolean }
type Pages = InfiniteData<CommentPage, string | undefined>

export const commentLists = ['comments'] as const

export const commentsKey = (postId: string) => [...commentLists, postId] as const

/** The sort key of a comment, by time. */
export const placeOf = ({ createdAt, id }: Pick<Comment, 'createdAt' | 'id'>) => `${createdAt} ${id}`

export const threadsOf = (pages: CommentPage[]) => pages.toReversed().flatMap(({ threads }) => threads)

export const cachedThread = (client: QueryClient, postId: string, threadId: string): Thread | undefined =>
  threadsOf(client.getQueryData<Pages>(commentsKey(postId))?.pages ?? []).find(({ id }) => id === threadId)

function changePages(
  client: QueryClient,
  postId: string,
  change: (threads: Thread[], index: number, pages: CommentPage[]) => Thread[],
) {
  client.setQueryData<Pages>(
    commentsKey(postId),
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({
          ...page,
          threads: change(page.threads, index, data.pages),
        })),
      },
  )
}

function place(client: QueryClient, thread: Thread) {
  const at = placeOf(thread)
  const isKnown = cachedThread(client, thread.postId, thread.id) !== undefined
  const beginsBefore = ({ threads: [first] }: CommentPage) => first !== undefined && placeOf(first) < at
  changePages(client, thread.postId, (threads, index, pages) => {
    if (isKnown) return threads.map((one) => (one.id === thread.id ? thread : one))
    const found = pages.findIndex(beginsBefore)
    const isBeginning = found === -1 && pages.at(-1)?.hasEarlier === false
    const home = isBeginning ? pages.length - 1 : found
    if (index !== home) return threads
    return [...threads, thread].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  })
}

/** Inserts or replaces a comment, unless it is older than the loaded pages. */
export const putThread = (client: QueryClient, thread: Thread): void =>
  changeCached(client, commentsKey(thread.postId), () => place(client, thread))

/** Inserts a new comment; a cached version may be newer and stays. */
export const addThread = (client: QueryClient, comment: Comment): void =>
  changeCached(client, commentsKey(comment.postId), () => {
    if (!cachedThread(client, comment.postId, comment.id))
      place(client, { repliesCount: 0, replies: [], ...comment })
  })

export const dropThread = (client: QueryClient, postId: string, threadId: string): void =>
  changeCached(client, commentsKey(postId), () =>
    changePages(client, postId, (threads) => threads.filter(({ id }) => id !== threadId)),
  )
