import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment } from '@touchline/contract/comments.ts'
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { commentLabel } from './author-name.ts'
import { patchComment } from './comment-cache.ts'

export function CommentHeart({ comment }: { comment: Comment }) {
  const { id, postId } = comment
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const heart = useMutation({
    mutationKey: ['comment-heart', id],
    mutationFn: (isWanted: boolean) => call(isWanted ? api.like : api.unlike, { params: { id } }),
    onSuccess: (state) => patchComment(client, postId, id, state),
    onError: (error) => {
      if (isExpired(error)) return
      const description = navigator.onLine
        ? 'Failed to save your heart. Please try again.'
        : 'You are offline. Your heart has not been saved.'
      toast({ title: 'Error', description, kind: 'destructive' })
    },
  })
  const isLiked = heart.isPending ? heart.variables : comment.isLiked
  const count = comment.likesCount + Number(isLiked) - Number(comment.isLiked)
  return (
    <Button
      kind="quiet"
      aria-pressed={isLiked}
      aria-label={`Heart ${commentLabel(comment)}, ${count}`}
      className={clsx('min-w-11 px-2!', isLiked ? 'text-heart!' : 'text-muted!')}
      onClick={() => {
        if (!heart.isPending) heart.mutate(!comment.isLiked)
      }}
    >
      <Heart size={16} aria-hidden fill={isLiked ? 'currentColor' : 'none'} />
      {count > 0 ? count : null}
    </Button>
  )
}
