import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { changeCached } from '#api/stale-reads.ts'

/** Comments read at a time, oldest first, and whether there are earlier ones. */
export type CommentPage = { threads: Thread[]; hasEarlier: boolean }
/** What is read of a post's comments: the newest page first. */
type Pages = InfiniteData<CommentPage, string | undefined>

/** Where the comments of every post are kept. */
export const commentLists = ['comments'] as const

export const commentsKey = (postId: string) => [...commentLists, postId] as const

/** Where a comment stands among others: these compare as the moments they were made at. */
export const placeOf = ({ createdAt, id }: Pick<Comment, 'createdAt' | 'id'>) => `${createdAt} ${id}`

/** Everything read of a post's comments, oldest first. */
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

/** Puts a comment where it belongs, or in place of what was known of it. One from before what was read is left out. */
export const putThread = (client: QueryClient, thread: Thread): void =>
  changeCached(client, commentsKey(thread.postId), () => place(client, thread))

/** Puts a comment where it belongs that nobody has answered yet; what is known of it may be newer. */
export const addThread = (client: QueryClient, comment: Comment): void =>
  changeCached(client, commentsKey(comment.postId), () => {
    if (!cachedThread(client, comment.postId, comment.id))
      place(client, { repliesCount: 0, replies: [], ...comment })
  })

/** Takes a comment off the list with its replies. */
export const dropThread = (client: QueryClient, postId: string, threadId: string): void =>
  changeCached(client, commentsKey(postId), () =>
    changePages(client, postId, (threads) => threads.filter(({ id }) => id !== threadId)),
  )
