import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CommentSlot } from '../features/posts/comment-slot.ts'

const fetchComments = async () => ({
  default: (await import('../features/comments/comment-section.tsx')).CommentSection,
})
const CommentSection = lazy(fetchComments)

/** The comments of a post, loaded when they are opened. */
export const CommentPlace: CommentSlot = (props): ReactNode => (
  <Suspense fallback={<Skeleton className="m-4 h-24" />}>
    <CommentSection {...props} />
  </Suspense>
)

/** Preloads the comment code after the posts, so that it also works offline. */
export function useCommentsAhead() {
  useEffect(() => {
    afterFirstContent(fetchComments).catch(() => {})
  }, [])
}
