import type { Comment } from '@touchline/contract/comments.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { commentLabel } from './author-name.ts'
import { useRemoveComment } from './requests.ts'

type Props = { comment: Comment; repliesCount: number; onClose: () => void; onRemoved: () => void }

const goesWithIt = (replies: number) =>
  replies === 0 ? '' : replies === 1 ? ' Its reply goes with it.' : ` Its ${replies} replies go with it.`

export function DeleteCommentDialog({ comment, repliesCount, onClose, onRemoved }: Props) {
  const remove = useRemoveComment()
  const isExpired = useExpiredSession()
  const removeNow = () =>
    remove.mutateAsync(comment).then(onRemoved, (error: unknown) => {
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
      description={`Are you sure you want to delete ${commentLabel(comment)}?${goesWithIt(repliesCount)} This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={() => void removeNow()}
    />
  )
}
