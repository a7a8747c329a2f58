import type { Comment } from '@touchline/contract/comments.ts'
import type { ReactNode } from 'react'
import { partyInitial, usePicture } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { timeAgoOrDate } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { authorName } from './author-name.ts'

export function CommentLine({ comment, children }: { comment: Comment; children: ReactNode }) {
  const { user, createdAt, content } = comment
  const picture = usePicture(user)
  if (comment.isRemoved)
    return (
      <div className="flex items-start gap-3 text-sm text-muted">
        <p className="min-w-0 flex-1 py-2 italic">
          {content} · <RelativeTime at={createdAt} words={timeAgoOrDate} />
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
          </span>
        </p>
        <MemberText text={content} className="text-sm" />
        {children}
      </div>
    </div>
  )
}
