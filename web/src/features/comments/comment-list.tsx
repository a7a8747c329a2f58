import type { Comment, Thread } from '@touchline/contract/comments.ts'
import { ArrowDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { commentAnchor } from '#people/comment-anchor.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import type { CommentAct } from './comment-menu.tsx'
import { CommentThread } from './comment-thread.tsx'
import { linkedLook } from './linked-comment.ts'
import { useQuickAct } from './requests.ts'
import { useNewComments } from './use-new-comments.ts'
import type { User } from '@touchline/contract/people.ts'

/** Only admins, moderators and the main influencer may remove comments. */
const mayRemoveComments = ({ role, isMainInfluencer }: Pick<User, 'role' | 'isMainInfluencer'>) =>
  role === 'admin' || role === 'moderator' || (role === 'creator' && isMainInfluencer)

const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}))

const DeleteCommentDialog = lazy(async () => ({
  default: (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog,
}))

type Props = {
  threads: Thread[]
  /** The thread that the address names, unless it is among the others. */
  linked: Thread | undefined
  linkedId: string | null
  /** Loads more comments: earlier ones, except in another order. */
  more: ReactNode
  onChange: () => void
  onSent: (comment: Comment | null) => void
  isPage: boolean
  /** There are no new comments. */
  isOff: boolean
  isLatestLast: boolean
  /** Shows the last one first. */
  isReversed: boolean
}

const newCommentsText = (count: number) => `${count} new ${count === 1 ? 'comment' : 'comments'}`

/**
 * Comments with replies under the pinned one. In the feed they scroll in a box, which opens at the latest one if it is
 * last.
 */
export function CommentList({
  threads: all,
  linked,
  linkedId,
  more,
  onChange,
  onSent,
  isPage,
  isOff,
  isLatestLast,
  isReversed,
}: Props) {
  const viewer = useSignedInViewer()
  const others = linked ? all.filter(({ id }) => id !== linked.id) : all
  const pinned = others.filter(({ isPinned }) => isPinned)
  const threads = others.filter(({ isPinned }) => !isPinned)
  const { box, unseen, announced, onScroll, showNewest } = useNewComments(
    threads,
    viewer.id,
    !isPage && isLatestLast,
  )
  const [chosen, setChosen] = useState<{ comment: Comment; act: 'withdraw' | 'versions' | 'remove' } | null>(
    null,
  )
  const close = () => setChosen(null)
  const quick = useQuickAct()
  const act = (comment: Comment, chosenAct: CommentAct) => {
    if (chosenAct === 'withdraw' || chosenAct === 'versions') setChosen({ comment, act: chosenAct })
    else if (chosenAct !== 'edit') quick.mutate({ comment, act: chosenAct })
  }
  const item = (thread: Thread) => (
    <li
      key={thread.id}
      id={commentAnchor(thread.id)}
      tabIndex={-1}
      className={thread.id === linkedId ? linkedLook : undefined}
    >
      <CommentThread
        thread={thread}
        linkedId={linkedId}
        onRemove={mayRemoveComments(viewer) ? (comment) => setChosen({ comment, act: 'remove' }) : undefined}
        onAct={act}
        onSent={onSent}
        isOff={isOff}
      />
    </li>
  )
  return (
    <>
      <output className="sr-only">{announced}</output>
      {linked ? (
        <ul aria-label="Linked comment" className="mb-4 border-b border-line pb-4">
          {item(linked)}
        </ul>
      ) : null}
      {pinned.length > 0 ? (
        <ul aria-label="Pinned comment" className="mb-4 border-b border-line pb-4">
          {pinned.map(item)}
        </ul>
      ) : null}
      {all.length === 0 ? (
        <p className="text-sm text-muted">
          {isOff ? 'There are no comments.' : 'No comments yet. The first word is yours.'}
        </p>
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
            {isLatestLast ? more : null}
            <ul className="grid grid-cols-1 gap-4 pb-1">
              {(isReversed ? threads.toReversed() : threads).map(item)}
            </ul>
            {isLatestLast ? null : more}
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
      <Suspense fallback={null}>
        {chosen?.act === 'versions' ? (
          <VersionsDialog comment={chosen.comment} onClose={close} />
        ) : chosen ? (
          <DeleteCommentDialog
            comment={chosen.comment}
            isOwn={chosen.act === 'withdraw'}
            repliesCount={
              [...(linked ? [linked] : []), ...all].find(({ id }) => id === chosen.comment.id)
                ?.repliesCount ?? 0
            }
            onClose={close}
            onRemoved={onChange}
          />
        ) : null}
      </Suspense>
    </>
  )
}
