import type { Comment } from '@touchline/contract/comments.ts'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { partyInitial, usePicture } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { timeAgoOrDate } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { authorName } from './author-name.ts'

type Props = {
  comment: Comment & { isAnswered?: boolean }
  /** Replaces the text. */
  form?: ReactNode
  children: ReactNode
}

export function CommentLine({ comment, form, children }: Props) {
  const { user, createdAt, editedAt, content } = comment
  const picture = usePicture(user)
  if (comment.isRemoved || comment.isHidden)
    return (
      <div className="flex items-start gap-3 text-sm text-muted">
        <p className="min-w-0 flex-1 py-2 italic">
          {comment.isHidden ? 'You have hidden this person’s comments' : content} ·{' '}
          <RelativeTime at={createdAt} words={timeAgoOrDate} />
        </p>
      </div>
    )
  return (
    <div className="flex items-start gap-3">
      <Avatar size="small" imageUrl={picture} initial={partyInitial(user, 'Member')} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm font-semibold">
          <bdi>{authorName(user)}</bdi>
          {user.isMainInfluencer ? <VerifiedBadge /> : null}
          <span className="font-normal text-muted">
            <RelativeTime at={createdAt} words={timeAgoOrDate} />
            {comment.isPinned ? <span className="text-xs"> · pinned</span> : null}
            {editedAt ? <span className="text-xs"> · edited</span> : null}
          </span>
          {comment.isAnswered ? (
            <span className="flex items-center gap-1 text-xs font-normal text-turf">
              <Check size={14} aria-hidden /> Answered
            </span>
          ) : null}
        </p>
        {form ?? (
          <>
            <MemberText text={content} className="text-sm" />
            {children}
          </>
        )}
      </div>
    </div>
  )
}
