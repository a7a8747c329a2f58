import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment } from '@touchline/contract/comments.ts'
import { call } from '#api/call.ts'
import { dropThread } from './comment-cache.ts'
import { renewThread, addNewComment } from './read-comments.ts'
import { sendComment } from './send-unsent.ts'

export function useAddComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendComment,
    onSuccess: (comment) => addNewComment(client, comment).catch(() => {}),
  })
}

export function useRemoveComment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Comment) => call(api.remove, { params: { id } }),
    onSuccess: (_, { id, postId, replyToId }) =>
      replyToId === null
        ? dropThread(client, postId, id)
        : renewThread(client, postId, replyToId).catch(() => {}),
  })
}
