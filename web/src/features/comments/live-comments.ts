import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { LiveMessage } from '@touchline/contract/live.ts'
import { useEffect } from 'react'
import { isNotFound } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { renewPages } from '#api/renew-pages.ts'
import { live } from '#live/live.ts'
import {
  commentLists,
  commentsKey,
  dropThread,
  cachedThread,
  patchComment,
  putThread,
} from './comment-cache.ts'
import { renewHidden } from './hidden-people.ts'
import { renewThread } from './read-comments.ts'

async function follow(client: QueryClient, message: LiveMessage): Promise<void> {
  if (message.type === 'comment_heart_update')
    return patchComment(client, message.postId, message.commentId, { likesCount: message.likesCount })
  if (message.type === 'hidden_people_changed') return renewHidden(client)
  if (
    message.type !== 'comment_created' &&
    message.type !== 'comment_deleted' &&
    message.type !== 'comment_changed'
  )
    return
  const { postId, commentId, replyToId } = message
  if (client.getQueryCache().findAll({ queryKey: commentsKey(postId) }).length === 0) return
  if (replyToId !== null) await renewThread(client, postId, replyToId)
  else if (message.type === 'comment_changed') await renewThread(client, postId, commentId)
  else if (message.type === 'comment_deleted') dropThread(client, postId, commentId)
  else if (!cachedThread(client, postId, commentId))
    putThread(client, await call(api.show, { params: { id: commentId } }))
}

/** Applies a live message. A comment may be gone before it is fetched. */
export const applyToComments = (client: QueryClient, message: LiveMessage) =>
  follow(client, message).catch((error: unknown) => {
    if (!isNotFound(error)) logProblem('A comment could not be read', error)
  })

const subscribed = new WeakSet<QueryClient>()

/** Keeps comments up to date from the first list on. */
export function useLiveComments() {
  const client = useQueryClient()
  useEffect(() => {
    if (subscribed.has(client)) return
    subscribed.add(client)
    live.subscribe({
      onMessage: (message) => void applyToComments(client, message),
      onMissed: () => {
        client.removeQueries({ queryKey: commentLists, type: 'inactive' })
        renewPages(client, commentLists).catch((error: unknown) =>
          logProblem('The comments could not be read again', error),
        )
      },
    })
  }, [client])
}
