import type { Comment } from '@touchline/contract/posts.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { useRemoveComment } from './requests.ts'

/** Asks before a comment is gone. */
export function DeleteCommentDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const remove = useRemoveComment(comment.postId)
  const isExpired = useExpiredSession()
  const removeNow = () =>
    remove.mutateAsync(comment.id).catch((error: unknown) => {
      if (isExpired(error)) return
      const description = 'Failed to delete comment. Please try again.'
      toast({ title: 'Error', description, kind: 'destructive' })
    })
  return (
    <AlertDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Delete Comment"
      description="Are you sure you want to delete this comment? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={() => void removeNow()}
    />
  )
}
