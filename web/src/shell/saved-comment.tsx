import { useRef } from 'react'
import { CommentForm } from '../features/comments/comment-form.tsx'
import { UnsentCommentList } from '../features/comments/unsent-comment-list.tsx'

export function SavedComment({ postId, isOff }: { postId: string; isOff: boolean }) {
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <section aria-label="Comments" className="border-t border-line p-4">
      <p className="text-sm text-muted">The comments of others are on the site.</p>
      <UnsentCommentList postId={postId} threadId={null} onEdit={() => box.current?.focus()} />
      {isOff ? (
        <p className="text-sm text-muted">Comments are off for this post.</p>
      ) : (
        <CommentForm postId={postId} label="Add a comment" box={box} />
      )}
    </section>
  )
}
