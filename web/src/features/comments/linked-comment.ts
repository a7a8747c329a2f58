import { useInfiniteQuery } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Thread } from '@touchline/contract/comments.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { commentAnchor, commentInHash } from '#people/comment-anchor.ts'
import { useLocation } from '#router/router-provider.tsx'
import { type CommentPage, commentsKey } from './comment-cache.ts'

const hasComment = (id: string) => (thread: Thread) =>
  thread.id === id || thread.replies.some((reply) => reply.id === id)

/** Reads the thread of a comment, with its replies up to that comment. */
async function readThreadOf(id: string, signal: AbortSignal): Promise<Thread> {
  const comment = await call(api.show, { params: { id }, signal })
  if (comment.replyToId === null) return comment
  const thread = await call(api.show, { params: { id: comment.replyToId }, signal })
  const replies = [...thread.replies]
  while (replies.length < thread.repliesCount && !replies.some((reply) => reply.id === id)) {
    const query = { after: replies.at(-1)?.id }
    const more = await call(api.replies, { params: { id: thread.id }, query, signal })
    if (more.length === 0) break
    replies.push(...more)
  }
  return { ...thread, replies }
}

/** How the comment stands out. */
export const linkedLook = '-m-2 rounded-control bg-bench p-2'

let lastShown: string | null = null

/**
 * Leads to the comment in the hash of the address, once per navigation. Returns its id, and its thread if that is not
 * among those that are listed. `isMissing`: it is no longer there.
 */
export function useLinkedComment(postId: string, isPage: boolean, listed: Thread[] | undefined) {
  const { hash, key } = useLocation()
  const id = isPage ? commentInHash(hash) : null
  const isListed = id !== null && (listed?.some(hasComment(id)) ?? false)
  const { data, isError } = useInfiniteQuery({
    queryKey: [...commentsKey(postId), 'linked', id],
    queryFn: async ({ signal }): Promise<CommentPage> => ({
      threads: id === null ? [] : [await readThreadOf(id, signal)],
      hasEarlier: false,
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: () => undefined,
    enabled: id !== null && listed !== undefined && !isListed,
    throwOnError: false,
  })
  const linked = isListed ? undefined : data?.pages[0]?.threads[0]
  useEffect(() => {
    const item = id === null || lastShown === key ? null : document.getElementById(commentAnchor(id))
    if (!item) return
    lastShown = key
    item.focus({ preventScroll: true })
    item.scrollIntoView({ block: 'center' })
  })
  return { linkedId: id, linked, isMissing: id !== null && !isListed && isError }
}
