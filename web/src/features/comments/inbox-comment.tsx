import { Link } from '#router/link.tsx'
import { Check, CornerDownRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { authorName } from './author-name.ts'
import { useCommentDraft } from './comment-draft.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentLine } from './comment-line.tsx'
import { useMarkAnswered, type WaitingComment } from './read-inbox.ts'
import { UnsentCommentList } from './unsent-comment-list.tsx'

export function InboxComment({ comment }: { comment: WaitingComment }) {
  const threadId = comment.replyToId ?? comment.id
  const answers = { replyToId: comment.id, threadId }
  const draft = useCommentDraft(comment.postId, answers)
  const [isOpen, setOpen] = useState(draft.text !== '')
  const opener = useRef<HTMLButtonElement | null>(null)
  const takeFocus = (box: HTMLTextAreaElement | null) => {
    if (opener.current) box?.focus()
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const mark = useMarkAnswered(comment.id)
  const isExpired = useExpiredSession()
  const name = authorName(comment.user)
  const toggle = useRef<HTMLButtonElement>(null)
  // Answering removes all buttons but one, so move the focus there.
  const follow = useFollowingFocus(comment.isAnswered, () => toggle.current)
  const setAnswered = async (isAnswered: boolean) => {
    if (mark.isPending) return
    follow()
    try {
      await mark.mutateAsync(isAnswered)
    } catch (error) {
      if (isExpired(error)) return
      toast({ title: 'Error', description: 'Failed to save that. Please try again.', kind: 'destructive' })
    }
  }
  if (comment.isAnswered)
    return (
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        <output className="flex flex-1 items-center gap-2">
          <Check size={16} aria-hidden className="shrink-0 text-turf" /> The comment by <bdi>{name}</bdi> is
          answered.
        </output>
        <Button
          ref={toggle}
          kind="quiet"
          className="px-3!"
          aria-label={`Undo: the comment by ${name} is not answered`}
          aria-disabled={mark.isPending}
          onClick={() => void setAnswered(false)}
        >
          Undo
        </Button>
      </div>
    )
  return (
    <CommentLine comment={comment}>
      {comment.repliedTo === null ? null : (
        <p className="mt-1 flex gap-1.5 text-xs text-muted">
          <CornerDownRight size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span className="line-clamp-2">
            In reply to: <bdi>{comment.repliedTo}</bdi>
          </span>
        </p>
      )}
      <p className="mt-1 text-sm text-muted">
        On{' '}
        <Link
          to={paths.post}
          params={{ postId: comment.postId }}
          className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
        >
          <bdi>{comment.postTitle ?? 'a post without a title'}</bdi>
        </Link>
      </p>
      <div className="mt-1 -ml-3 flex flex-wrap gap-x-2">
        <Button
          kind="quiet"
          className="px-3!"
          aria-label={`Reply to ${name}`}
          aria-expanded={isOpen}
          onClick={(event) => {
            opener.current = event.currentTarget
            follow()
            setOpen(true)
          }}
        >
          Reply
        </Button>
        <Button
          ref={toggle}
          kind="quiet"
          className="px-3! text-muted!"
          aria-label={`Mark as answered: the comment by ${name}`}
          aria-disabled={mark.isPending}
          onClick={() => void setAnswered(true)}
        >
          Mark as answered
        </Button>
      </div>
      <UnsentCommentList postId={comment.postId} {...answers} onEdit={() => setOpen(true)} />
      {isOpen ? (
        <CommentForm
          postId={comment.postId}
          box={takeFocus}
          label={`Reply to ${name}`}
          answers={answers}
          onCancel={close}
          onSent={close}
        />
      ) : null}
    </CommentLine>
  )
}
