import type { Post } from '@touchline/contract/posts.ts'
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { ApiError } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { toast } from '#ui/toast-store.ts'
import { useLike } from './requests.ts'

/** The sentence for a like that did not arrive: the server refused it, or nobody answered. */
const likeFailure = (error: unknown) =>
  error instanceof ApiError ? 'Failed to update like status' : 'Failed to update like'

/** The heart of a post and how many there are. */
export function LikeButton({ post }: { post: Post }) {
  const isExpired = useExpiredSession()
  const like = useLike(post, (error) => {
    if (isExpired(error)) return
    toast({ title: 'Error', description: likeFailure(error), kind: 'destructive' })
  })
  return (
    <Button
      kind="quiet"
      aria-pressed={post.isLiked}
      aria-label={`Like (${post.likesCount})`}
      className={clsx('px-3!', post.isLiked && 'text-heart!')}
      onClick={() => like.mutate(!post.isLiked)}
    >
      <Heart size={20} aria-hidden fill={post.isLiked ? 'currentColor' : 'none'} />
      <RollingNumber value={post.likesCount} />
    </Button>
  )
}
