import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { afterFirstContent } from '#ui/first-content.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CommentSlot } from '../features/posts/comment-slot.ts'

const fetchComments = async () => ({
  default: (await import('../features/comments/comment-section.tsx')).CommentSection,
})
const CommentSection = lazy(fetchComments)

/** The comments of a post below it, fetched when they are opened. */
export const CommentPlace: CommentSlot = (props): ReactNode => (
  <Suspense fallback={<Skeleton className="m-4 h-24" />}>
    <CommentSection {...props} />
  </Suspense>
)

/** Fetches their code after the posts and before it is needed, so that it is there when the connection is not. */
export function useCommentsAhead() {
  useEffect(() => {
    afterFirstContent(fetchComments).catch(() => {})
  }, [])
}
