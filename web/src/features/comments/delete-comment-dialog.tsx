import type { Comment } from '@touchline/contract/comments.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { commentLabel } from './author-name.ts'
import { useRemoveComment } from './requests.ts'

type Props = {
  comment: Comment
  /** The author deletes it; otherwise its replies go with it. */
  isOwn: boolean
  repliesCount: number
  onClose: () => void
  onRemoved: () => void
}

const goesWithIt = (replies: number, isOwn: boolean) =>
  replies === 0
    ? ''
    : isOwn
      ? ' The answers of others stay, under a note that you deleted it.'
      : replies === 1
        ? ' Its reply goes with it.'
        : ` Its ${replies} replies go with it.`

export function DeleteCommentDialog({ comment, isOwn, repliesCount, onClose, onRemoved }: Props) {
  const remove = useRemoveComment(isOwn)
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
      description={`Are you sure you want to delete ${commentLabel(comment)}?${goesWithIt(repliesCount, isOwn)} This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={() => void removeNow()}
    />
  )
}
