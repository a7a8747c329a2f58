import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { changeCached } from '#api/stale-reads.ts'

/** `hasEarlier` says that there are more; in a list of another order they follow. */
export type CommentPage = { threads: Thread[]; hasEarlier: boolean }
type Pages = InfiniteData<CommentPage, string | undefined>

export const commentLists = ['comments'] as const

/** The key of a post's comments by time, and the beginning of the keys of its lists in other orders. */
export const commentsKey = (postId: string) => [...commentLists, postId] as const

/** The sort key of a comment, by time. */
export const placeOf = ({ createdAt, id }: Pick<Comment, 'createdAt' | 'id'>) => `${createdAt} ${id}`

export const threadsOf = (pages: CommentPage[]) => pages.toReversed().flatMap(({ threads }) => threads)

export const firstUnpinned = ({ threads }: CommentPage) => threads.find(({ isPinned }) => !isPinned)

export function cachedThread(client: QueryClient, postId: string, threadId: string): Thread | undefined {
  const lists = client.getQueriesData<Pages>({ queryKey: commentsKey(postId) })
  return lists.flatMap(([, data]) => threadsOf(data?.pages ?? [])).find(({ id }) => id === threadId)
}

type Change = (threads: Thread[], index: number, pages: CommentPage[]) => Thread[]

const changed = (data: Pages | undefined, change: Change) =>
  data && {
    ...data,
    pages: data.pages.map((page, index) => ({ ...page, threads: change(page.threads, index, data.pages) })),
  }

const changePages = (client: QueryClient, postId: string, change: Change) =>
  client.setQueriesData<Pages>({ queryKey: commentsKey(postId) }, (data) => changed(data, change))

function place(client: QueryClient, thread: Thread) {
  const at = placeOf(thread)
  changePages(client, thread.postId, (threads) => threads.map((one) => (one.id === thread.id ? thread : one)))
  const beginsBefore = (page: CommentPage) => {
    const first = firstUnpinned(page)
    return first !== undefined && placeOf(first) < at
  }
  // In a list of another order a new comment appears with the next read.
  client.setQueryData<Pages>(commentsKey(thread.postId), (data) =>
    changed(data, (threads, index, pages) => {
      if (pages.some((page) => page.threads.some(({ id }) => id === thread.id))) return threads
      const found = pages.findIndex(beginsBefore)
      const isBeginning = found === -1 && pages.at(-1)?.hasEarlier === false
      const home = isBeginning ? pages.length - 1 : found
      if (index !== home) return threads
      return [...threads, thread].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    }),
  )
}

/** Inserts or replaces a comment, unless it is older than the loaded pages. */
export const putThread = (client: QueryClient, thread: Thread): void =>
  changeCached(client, commentsKey(thread.postId), () => place(client, thread))

/** Inserts a new comment; a cached version may be newer and stays. */
export const addThread = (client: QueryClient, comment: Comment): void =>
  changeCached(client, commentsKey(comment.postId), () => {
    if (!cachedThread(client, comment.postId, comment.id))
      place(client, { isAnswered: false, isMuted: false, repliesCount: 0, replies: [], ...comment })
  })

export const dropThread = (client: QueryClient, postId: string, threadId: string): void =>
  changeCached(client, commentsKey(postId), () =>
    changePages(client, postId, (threads) => threads.filter(({ id }) => id !== threadId)),
  )

/** Changes a comment or reply wherever it is listed. */
export const patchComment = (
  client: QueryClient,
  postId: string,
  commentId: string,
  patch: Partial<Comment>,
): void =>
  changeCached(client, commentsKey(postId), () =>
    changePages(client, postId, (threads) =>
      threads.map((thread) => ({
        ...thread,
        ...(thread.id === commentId ? patch : {}),
        replies: thread.replies.map((reply) => (reply.id === commentId ? { ...reply, ...patch } : reply)),
      })),
    ),
  )
