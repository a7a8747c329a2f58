import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { ArrowDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useNewComments } from './use-new-comments.ts'
import type { User } from '@touchline/contract/people.ts'

/** Comments are removed by admins and by the main influencer who is a creator. */
const mayRemoveComments = (viewer: Pick<User, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)

const DeleteCommentDialog = lazy(async () => ({
  default: (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog,
}))

type Props = { threads: Thread[]; earlier: ReactNode; onChange: () => void; isPage: boolean }

const newPostsText = (count: number) => `${count} new ${count === 1 ? 'comment' : 'comments'}`

/**
 * Comments with their replies, oldest first. On the post's own page they are part of the page; in the feed they are in a
 * box of limited height that opens at the newest one. What arrives is shown at once to somebody who is at the end of the
 * box, and announced to everybody else.
 */
export function CommentList({ threads, earlier, onChange, isPage }: Props) {
  const viewer = useSignedInViewer()
  const { box, unseen, heard, onScroll, showNewest } = useNewComments(threads, viewer.id, isPage)
  const [doomed, setDoomed] = useState<Comment | null>(null)
  return (
    <>
      <output className="sr-only">{heard}</output>
      {threads.length === 0 ? (
        <p className="text-sm text-muted">No comments yet. The first word is yours.</p>
      ) : (
        <div className="relative">
          <section
            ref={box}
            // The box is scrolled with the keyboard, so it can have the focus.
            tabIndex={isPage ? undefined : 0}
            aria-label="All comments"
            onScroll={onScroll}
            // The outline of what has the focus is wider than its field, and a box that scrolls cuts it off.
            className={isPage ? undefined : '-m-2 max-h-100 scroll-py-2 overflow-y-auto p-2'}
          >
            {earlier}
            <ul className="grid grid-cols-1 gap-4">
              {threads.map((thread) => (
                <li key={thread.id}>
                  <CommentThread
                    thread={thread}
                    onRemove={mayRemoveComments(viewer) ? setDoomed : undefined}
                    onSent={onChange}
                  />
                </li>
              ))}
            </ul>
          </section>
          {unseen > 0 ? (
            <div className="absolute inset-x-0 bottom-2 flex justify-center">
              <Button kind="chalk" className="shadow-(--float)" onClick={showNewest}>
                <ArrowDown size={16} aria-hidden /> {newPostsText(unseen)}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {doomed ? (
        <Suspense fallback={null}>
          <DeleteCommentDialog
            comment={doomed}
            repliesCount={threads.find(({ id }) => id === doomed.id)?.repliesCount ?? 0}
            onClose={() => setDoomed(null)}
            onRemoved={onChange}
          />
        </Suspense>
      ) : null}
    </>
  )
}
