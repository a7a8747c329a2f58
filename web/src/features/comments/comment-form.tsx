import { type Comment, maxCommentLength } from '@touchline/contract/comments.ts'
import {
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ApiError, errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { type Answers, useCommentDraft } from './comment-draft.ts'
import { useAddComment } from './requests.ts'
import { saveUnsent, type UnsentComment } from './unsent-comments.ts'

const MentionPicker = lazy(async () => ({ default: (await import('./mention-picker.tsx')).MentionPicker }))

/** The beginning of a name after an @, up to the caret. */
const begunName = /(?:^|\s)@([^\s@]{0,40})$/u

type Props = {
  postId: string
  label: string
  /** Undefined for a comment on the post. */
  answers?: Answers
  box?: Ref<HTMLTextAreaElement>
  /** Receives the posted comment; null when it waits for the connection. */
  onSent?: (comment: Comment | null) => void
  onCancel?: () => void
}

// Load this now, because it is needed when the connection is lost.
const fetchSender = () => import('./unsent-notice.tsx')

const failed = 'Failed to post comment. Please try again.'

/** Server messages that help; others become a general message. */
const textFor = (error: unknown) =>
  error instanceof ApiError && [404, 409, 429].includes(error.status) ? errorMessage(error, failed) : failed

export function CommentForm({ postId, label, answers, box, onSent, onCancel }: Props) {
  const { id: personId } = useSignedInViewer()
  const draft = useCommentDraft(postId, answers)
  const add = useAddComment()
  const isExpired = useExpiredSession()
  useEffect(() => {
    fetchSender().catch(() => {})
  }, [])
  const form = useRef<HTMLFormElement>(null)
  const [caret, setCaret] = useState(0)
  const hasPicked = useRef(false)
  // The browser moves the caret to the end when the text changes.
  useLayoutEffect(() => {
    if (!hasPicked.current) return
    form.current?.querySelector('textarea')?.setSelectionRange(caret, caret)
    hasPicked.current = false
  })
  const typed = answers ? begunName.exec(draft.text.slice(0, caret))?.[1] : undefined
  const content = draft.text.trim()
  const isTooLong = Array.from(content).length > maxCommentLength
  const done = (sent: Comment | null) => {
    draft.clear(content)
    onSent?.(sent)
  }
  const send = () => {
    if (content === '' || isTooLong || add.isPending) return
    const comment: UnsentComment = {
      clientId: draft.numberOf(content),
      personId,
      postId,
      replyToId: answers?.replyToId ?? null,
      threadId: answers?.threadId ?? null,
      content,
      mentions: draft.mentionsIn(content),
      writtenAt: Date.now(),
      problem: null,
    }
    const wait = () => {
      saveUnsent(comment)
      done(null)
    }
    if (!navigator.onLine) return wait()
    // Awaited, because it also resolves after the reader has left the page.
    const sent = async () => {
      try {
        done(await add.mutateAsync(comment))
      } catch (error) {
        if (isExpired(error)) return
        if (error instanceof TypeError && !navigator.onLine) wait()
        else toast({ title: 'Error', description: textFor(error), kind: 'destructive' })
      }
    }
    void sent()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
    if (event.key === 'Escape' && onCancel) {
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <form
      ref={form}
      className="mt-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        // Return the focus to the input, because the button is disabled now.
        event.currentTarget.querySelector('textarea')?.focus({ preventScroll: true })
        send()
      }}
    >
      <div className="min-w-52 flex-1">
        <Textarea
          ref={box}
          rows={1}
          aria-label={label}
          placeholder={`${label}...`}
          className="field-sizing-content max-h-40 resize-none!"
          value={draft.text}
          readOnly={add.isPending}
          limit={content.length > maxCommentLength - 200 ? maxCommentLength : undefined}
          onChange={(event) => {
            setCaret(event.target.selectionStart)
            draft.change(event.target.value)
          }}
          onKeyDown={onKeyDown}
        />
        {answers && typed !== undefined ? (
          <Suspense fallback={null}>
            <MentionPicker
              threadId={answers.threadId}
              typed={typed}
              onPick={(person) => {
                const before = `${draft.text.slice(0, caret - typed.length)}${person.name} `
                draft.mention(person, before + draft.text.slice(caret))
                setCaret(before.length)
                hasPicked.current = true
                form.current?.querySelector('textarea')?.focus()
              }}
            />
          </Suspense>
        ) : null}
      </div>
      {onCancel ? (
        <Button kind="quiet" className="px-3!" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
      <Button type="submit" disabled={content === '' || isTooLong || add.isPending}>
        {add.isPending ? 'Posting...' : answers ? 'Reply' : 'Post'}
      </Button>
    </form>
  )
}
