import type { Post } from '@touchline/contract/posts.ts'
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { ApiError } from '#api/api-error.ts'
import { deleteHeart, saveHeart, useUnsentHeart } from '#offline/unsent-hearts.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { randomId } from '#ui/random-id.ts'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { toast } from '#ui/toast-store.ts'
import { useLike } from './requests.ts'

const likeFailure = (error: unknown) =>
  error instanceof ApiError ? 'Failed to update like status' : 'Failed to update like'

export function LikeButton({ post }: { post: Post }) {
  const { id: personId } = useSignedInViewer()
  const isExpired = useExpiredSession()
  const waiting = useUnsentHeart(personId, post.id)
  const isLiked = waiting?.wish ?? post.isLiked
  const count = post.likesCount + Number(isLiked) - Number(post.isLiked)
  const wait = (isWanted: boolean) => {
    if (waiting && isWanted === post.isLiked) deleteHeart(waiting)
    else saveHeart({ personId, postId: post.id, wish: isWanted, number: randomId() })
  }
  const like = useLike(post, (error, isWanted) => {
    if (isExpired(error)) return
    if (error instanceof TypeError && !navigator.onLine) return wait(isWanted)
    toast({ title: 'Error', description: likeFailure(error), kind: 'destructive' })
  })
  const press = () => {
    if (waiting || !navigator.onLine) wait(!isLiked)
    else like.mutate(!isLiked)
  }
  return (
    <>
      <Button
        kind="quiet"
        aria-pressed={isLiked}
        aria-label={`Like (${count})`}
        className={clsx('px-3!', isLiked && 'text-heart!')}
        onClick={press}
      >
        <Heart size={20} aria-hidden fill={isLiked ? 'currentColor' : 'none'} />
        <RollingNumber value={count} />
      </Button>
      {waiting ? (
        <output className="self-center text-xs text-muted">
          {waiting.wish ? 'Heart' : 'Taking it back'} waiting to be sent
        </output>
      ) : null}
    </>
  )
}
