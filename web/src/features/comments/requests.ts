import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment } from '@touchline/contract/comments.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { renewPages } from '#api/renew-pages.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { toast } from '#ui/toast-store.ts'
import { commentsKey, dropThread } from './comment-cache.ts'
import type { QuickAct } from './comment-menu.tsx'
import { renewHidden } from './hidden-people.ts'
import { renewThread, addNewComment } from './read-comments.ts'
import { sendComment } from './send-unsent.ts'

export function useAddComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendComment,
    onSuccess: (comment) => addNewComment(client, comment).catch(() => {}),
  })
}

/** Deletes a comment: as its author, or with its replies. */
export function useRemoveComment(isOwn: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Comment) => call(isOwn ? api.withdraw : api.remove, { params: { id } }),
    onSuccess: (_, { id, postId, replyToId }) =>
      replyToId === null && !isOwn
        ? dropThread(client, postId, id)
        : renewThread(client, postId, replyToId ?? id).catch(() => {}),
  })
}

const quickCalls: Record<QuickAct, (comment: Comment) => Promise<unknown>> = {
  pin: ({ id }) => call(api.pin, { params: { id } }),
  unpin: ({ id }) => call(api.unpin, { params: { id } }),
  mute: ({ id }) => call(api.mute, { params: { id } }),
  unmute: ({ id }) => call(api.unmute, { params: { id } }),
  hide: ({ user }) => call(api.hide, { params: { id: user.id } }),
}

const quickTexts: Partial<Record<QuickAct, { title: string; description: string }>> = {
  mute: { title: 'Thread muted', description: 'You will not be notified of replies in it.' },
  unmute: { title: 'Thread unmuted', description: 'You will be notified of replies again.' },
  hide: { title: 'Person hidden', description: 'You can show their comments again in the settings.' },
}

export function useQuickAct() {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  return useMutation({
    mutationFn: ({ comment, act }: { comment: Comment; act: QuickAct }) => quickCalls[act](comment),
    onSuccess: (_, { act, comment }) => {
      const text = quickTexts[act]
      if (text) toast({ ...text, kind: 'success' })
      const renewed = act === 'hide' ? renewHidden(client) : renewPages(client, commentsKey(comment.postId))
      return renewed.catch(() => {})
    },
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'Failed to save that. Please try again.')
      toast({ title: 'Error', description, kind: 'destructive' })
    },
  })
}
