import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import type { CommentDraft } from './comment-draft.ts'
import { useAddComment } from './requests.ts'

type Props = { postId: string; draft: CommentDraft }

/** The longest comment the server takes, in characters. */
const commentMax = 2000

/** The box under the comments; what is written stays until the server has it. */
export function CommentForm({ postId, draft }: Props) {
  const add = useAddComment(postId)
  const isExpired = useExpiredSession()
  const content = draft.text.trim()
  const isTooLong = Array.from(content).length > commentMax
  const send = () => {
    if (content === '' || isTooLong || add.isPending) return
    // A promise, because it tells also when the reader has left the page meanwhile.
    add.mutateAsync(content).then(
      () => draft.forget(),
      (error: unknown) => {
        if (isExpired(error)) return
        const description = 'Failed to post comment. Please try again.'
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    )
  }
  return (
    <form
      className="mt-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="min-w-52 flex-1">
        <Textarea
          rows={1}
          aria-label="Add a comment"
          placeholder="Add a comment..."
          className="field-sizing-content max-h-40 resize-none!"
          value={draft.text}
          readOnly={add.isPending}
          limit={content.length > commentMax - 200 ? commentMax : undefined}
          onChange={(event) => draft.change(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send()
          }}
        />
      </div>
      <Button type="submit" disabled={content === '' || isTooLong || add.isPending}>
        {add.isPending ? 'Posting...' : 'Post'}
      </Button>
    </form>
  )
}
