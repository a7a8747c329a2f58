import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { ArrowDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { CommentThread } from './comment-thread.tsx'
import { itemIdOf } from './focus-posted.ts'
import { useNewComments } from './use-new-comments.ts'
import type { User } from '@touchline/contract/people.ts'

/** Only admins and the main influencer may remove comments. */
const mayRemoveComments = (viewer: Pick<User, 'role' | 'isMainInfluencer'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.isMainInfluencer)

const DeleteCommentDialog = lazy(async () => ({
  default: (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog,
}))

type Props = {
  threads: Thread[]
  earlier: ReactNode
  onChange: () => void
  onSent: (comment: Comment | null) => void
  isPage: boolean
}

const newCommentsText = (count: number) => `${count} new ${count === 1 ? 'comment' : 'comments'}`

/** Comments with replies, oldest first. In the feed they scroll in a box that opens at the newest one. */
export function CommentList({ threads, earlier, onChange, onSent, isPage }: Props) {
  const viewer = useSignedInViewer()
  const { box, unseen, announced, onScroll, showNewest } = useNewComments(threads, viewer.id, isPage)
  const [doomed, setDoomed] = useState<Comment | null>(null)
  return (
    <>
      <output className="sr-only">{announced}</output>
      {threads.length === 0 ? (
        <p className="text-sm text-muted">No comments yet. The first word is yours.</p>
      ) : (
        <div className="relative">
          <section
            ref={box}
            // A scrollable box must be focusable for keyboard scrolling.
            tabIndex={isPage ? undefined : 0}
            aria-label="All comments"
            onScroll={onScroll}
            // Room for focus outlines, which a scrolling box would clip.
            className={isPage ? undefined : '-m-2 max-h-96 scroll-py-2 overflow-y-auto p-2'}
          >
            {earlier}
            <ul className="grid grid-cols-1 gap-4 pb-1">
              {threads.map((thread) => (
                <li key={thread.id} id={itemIdOf(thread.id)}>
                  <CommentThread
                    thread={thread}
                    onRemove={mayRemoveComments(viewer) ? setDoomed : undefined}
                    onSent={onSent}
                  />
                </li>
              ))}
            </ul>
          </section>
          {unseen > 0 ? (
            <div className="absolute inset-x-0 bottom-2 flex justify-center">
              <Button kind="chalk" className="shadow-(--float)" onClick={showNewest}>
                <ArrowDown size={16} aria-hidden /> {newCommentsText(unseen)}
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
