import type { Comment } from '@touchline/contract/posts.ts'
import { Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { partyInitial } from '#session/party-name.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { mayRemoveComments } from './may-change.ts'
import { MemberText } from './member-text.tsx'

const DeleteCommentDialog = lazy(async () => ({
  default: (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog,
}))

type Props = { comments: Comment[]; earlier: ReactNode }

/** Comments, oldest first, in a box of limited height that opens at the newest one. */
export function CommentList({ comments, earlier }: Props) {
  const mayRemove = mayRemoveComments(useSignedInViewer())
  const [doomed, setDoomed] = useState<Comment | null>(null)
  const box = useRef<HTMLElement>(null)
  const newest = comments.at(-1)?.id
  useLayoutEffect(() => {
    if (newest) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [newest])

  if (comments.length === 0)
    return <p className="text-sm text-muted">No comments yet. The first word is yours.</p>
  return (
    // Scrolled with the keyboard, so it can have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={box} tabIndex={0} aria-label="All comments" className="max-h-80 overflow-y-auto">
      {earlier}
      <ul className="grid gap-4">
        {comments.map((comment) => (
          <li key={comment.id} className="flex items-start gap-3">
            <Avatar
              size="small"
              imageUrl={comment.user.profileImageUrl}
              initial={partyInitial(comment.user, 'Member')}
            />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-sm font-semibold">
                {comment.user.firstName || comment.user.email || 'Member'}
                {comment.user.isMainInfluencer ? <VerifiedBadge /> : null}
                <span className="font-normal text-muted">
                  <RelativeTime at={comment.createdAt} />
                </span>
              </p>
              <MemberText text={comment.content} className="text-sm" />
            </div>
            {mayRemove ? (
              <Button
                kind="quiet"
                size="icon"
                aria-label={`Delete the comment of ${comment.user.firstName || comment.user.email || 'a member'}`}
                className="-my-1 text-muted!"
                onClick={() => setDoomed(comment)}
              >
                <Trash2 size={16} aria-hidden />
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {doomed ? (
        <Suspense fallback={null}>
          <DeleteCommentDialog comment={doomed} onClose={() => setDoomed(null)} />
        </Suspense>
      ) : null}
    </section>
  )
}
