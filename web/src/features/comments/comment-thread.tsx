import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { commentAnchor } from '#people/comment-anchor.ts'
import { ReportButton } from '#reporting/report-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { authorName, commentLabel } from './author-name.ts'
import { startedReply } from './comment-draft.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentHeart } from './comment-heart.tsx'
import { CommentLine } from './comment-line.tsx'
import { type CommentAct, CommentMenu } from './comment-menu.tsx'
import { linkedLook } from './linked-comment.ts'
import { renewThread } from './read-comments.ts'
import { UnsentCommentList } from './unsent-comment-list.tsx'

const EditCommentForm = lazy(async () => ({
  default: (await import('./edit-comment-form.tsx')).EditCommentForm,
}))

type Props = {
  thread: Thread
  /** The comment that the address names. */
  linkedId: string | null
  /** Asks before removing a comment; undefined for people who may not. */
  onRemove: ((comment: Comment) => void) | undefined
  onAct: (comment: Comment, act: CommentAct) => void
  onSent: (comment: Comment | null) => void
  isOff: boolean
}

const moreAtOnce = 50

export function CommentThread({ thread, linkedId, onRemove, onAct, onSent, isOff }: Props) {
  const { id: personId } = useSignedInViewer()
  // An unfinished reply from before is still there.
  const [answeredId, setAnsweredId] = useState(() => startedReply(personId, thread.postId, thread.id))
  // Its parent may not be loaded yet.
  const answered = [thread, ...thread.replies].find(({ id }) => id === answeredId)
  const opener = useRef<HTMLButtonElement | null>(null)
  /** Focus the form only when the reader opened it. */
  const takeFocus = (box: HTMLTextAreaElement | null) => {
    if (opener.current) box?.focus()
  }
  const close = () => {
    setAnsweredId(null)
    opener.current?.focus()
  }
  const [editedId, setEditedId] = useState<string | null>(null)
  const endEdit = (id: string) => {
    setEditedId(null)
    document.getElementById(commentAnchor(id))?.focus()
  }
  // The server refuses a moderator where the creator or staff wrote or replied.
  const mayRemove = (comment: Comment) =>
    onRemove !== undefined &&
    !(comment.id === thread.id ? [thread, ...thread.replies] : [comment]).some(({ isOfStaff }) => isOfStaff)
  const line = (comment: Comment) => (
    <CommentLine
      comment={comment}
      form={
        comment.id === editedId ? (
          <Suspense fallback={null}>
            <EditCommentForm comment={comment} onClose={() => endEdit(comment.id)} />
          </Suspense>
        ) : null
      }
    >
      <div className="-my-1 flex items-center">
        {isOff ? null : (
          <Button
            kind="quiet"
            className="-ml-3 px-3! text-muted!"
            aria-label={`Reply to ${authorName(comment.user)}`}
            aria-expanded={answeredId === comment.id}
            onClick={(event) => {
              opener.current = event.currentTarget
              setAnsweredId(comment.id)
            }}
          >
            Reply
          </Button>
        )}
        <CommentHeart comment={comment} />
        {comment.user.id === personId ? null : (
          <ReportButton
            about={{
              kind: 'comment',
              subjectId: comment.id,
              name: commentLabel(comment),
            }}
          />
        )}
        {onRemove && mayRemove(comment) ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Delete ${commentLabel(comment)}`}
            aria-haspopup="dialog"
            className="text-muted!"
            onClick={() => onRemove(comment)}
          >
            <Trash2 size={16} aria-hidden />
          </Button>
        ) : null}
        <CommentMenu
          comment={comment}
          hasDelete={mayRemove(comment)}
          onAct={(act) => (act === 'edit' ? setEditedId(comment.id) : onAct(comment, act))}
        />
      </div>
    </CommentLine>
  )
  return (
    <>
      {line(thread)}
      <div className="ml-5 border-l border-line pl-4 empty:hidden sm:ml-11">
        {thread.replies.length > 0 ? (
          <ul aria-label={`Replies to ${authorName(thread.user)}`} className="grid grid-cols-1 gap-3 pt-3">
            {thread.replies.map((reply) => (
              <li
                key={reply.id}
                id={commentAnchor(reply.id)}
                tabIndex={-1}
                className={reply.id === linkedId ? linkedLook : undefined}
              >
                {line(reply)}
              </li>
            ))}
          </ul>
        ) : null}
        <MoreReplies thread={thread} />
        <UnsentCommentList
          postId={thread.postId}
          threadId={thread.id}
          onEdit={({ replyToId }) => setAnsweredId(replyToId)}
        />
        {answeredId && !isOff ? (
          <CommentForm
            key={answeredId}
            box={takeFocus}
            postId={thread.postId}
            label={answered ? `Reply to ${authorName(answered.user)}` : 'Your reply'}
            answers={{ replyToId: answeredId, threadId: thread.id }}
            onCancel={close}
            onSent={(comment) => {
              close()
              onSent(comment)
            }}
          />
        ) : null}
      </div>
    </>
  )
}

function MoreReplies({ thread }: { thread: Thread }) {
  const client = useQueryClient()
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready')
  const more = thread.repliesCount - thread.replies.length
  if (more <= 0) return null
  const read = () => {
    setState('loading')
    renewThread(client, thread.postId, thread.id, Math.min(more, moreAtOnce)).then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
      {state === 'failed' ? (
        <span role="alert" className="text-dismissal">
          The replies could not be loaded.
        </span>
      ) : null}
      <Button kind="link" className="min-h-11!" disabled={state === 'loading'} onClick={read}>
        {state === 'failed' ? 'Try again' : `${more} more ${more === 1 ? 'reply' : 'replies'}`}
      </Button>
    </p>
  )
}
