import { Clock } from 'lucide-react'
import { excerpt } from '#ui/excerpt.ts'
import { Button } from '#ui/button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { reopenDraft } from './comment-draft.ts'
import { deleteUnsent, type UnsentComment, useUnsentComments } from './unsent-comments.ts'

type Props = {
  postId: string
  threadId: string | null
  /** Only replies to this comment; undefined for the whole thread. */
  replyToId?: string
  onEdit: (comment: UnsentComment) => void
}

export function UnsentCommentList({ postId, threadId, replyToId, onEdit }: Props) {
  const { id } = useSignedInViewer()
  const waiting = useUnsentComments(id).filter(
    (comment) =>
      comment.postId === postId &&
      comment.threadId === threadId &&
      (replyToId === undefined || comment.replyToId === replyToId) &&
      comment.problem === null,
  )
  if (waiting.length === 0) return null
  const edit = (comment: UnsentComment) => {
    reopenDraft(comment)
    deleteUnsent(comment)
    onEdit(comment)
  }
  return (
    <ul aria-label="Comments waiting to be sent" className="mt-3 grid grid-cols-1 gap-3">
      {waiting.map((comment) => (
        <li key={comment.clientId} className="rounded-card border border-dashed border-line p-3 text-sm">
          <p dir="auto" className="whitespace-pre-line">
            {comment.content}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 text-muted">
            <output className="flex flex-1 items-center gap-2">
              <Clock size={16} aria-hidden className="shrink-0" /> Will be sent when you are back online.
            </output>
            <Button
              kind="quiet"
              className="px-3!"
              aria-label={`Edit: ${excerpt(comment.content)}`}
              onClick={() => edit(comment)}
            >
              Edit
            </Button>
            <Button
              kind="quiet"
              className="-mr-3 px-3!"
              aria-label={`Discard: ${excerpt(comment.content)}`}
              onClick={() => deleteUnsent(comment)}
            >
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
