import type { Party } from '@touchline/contract/people.ts'
import type { Tip } from '@touchline/contract/tips.ts'
import type { ReactNode } from 'react'
import { partyInitial } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { timeAgoInWeeks } from '#ui/relative-time.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'

type Props = {
  tip: Tip
  party: Party | undefined
  nameless: string
  name: string
  badges?: ReactNode
  children?: ReactNode
}

/** Id of the name on a tip, which labels its buttons for screen readers. */
export const partyNameId = ({ id }: Tip) => `tip-${id}-name`

export function TipCard({ tip, party, nameless, name, badges, children }: Props) {
  const isCompleted = tip.status === 'completed'
  return (
    <article
      aria-labelledby={partyNameId(tip)}
      className="surface flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:p-5"
    >
      <Avatar
        imageUrl={party?.profileImageUrl}
        initial={party ? partyInitial(party, nameless) : nameless.charAt(0)}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi id={partyNameId(tip)}>{name}</bdi>
          {party?.isMainInfluencer ? <VerifiedBadge /> : null}
        </p>
        <p className="mt-0.5 text-muted">
          <RelativeTime at={tip.createdAt} words={timeAgoInWeeks} />
        </p>
      </div>
      <p className="board text-xl">{formatDollars(tip.amount)}</p>
      {(tip.message ?? tip.heldMessage) ? (
        <p dir="auto" className="w-full whitespace-pre-line text-muted">
          “{tip.message ?? tip.heldMessage}”
        </p>
      ) : null}
      {tip.heldMessage ? (
        <p className="w-full text-sm text-muted">
          Only you see this message until a moderator has approved it.
        </p>
      ) : null}
      <div className="flex w-full flex-wrap items-center gap-2">
        <Badge look={isCompleted ? 'line' : 'caution'}>{isCompleted ? 'Completed' : 'Pending'}</Badge>
        {badges}
        <span className="ml-auto flex items-center text-sm">{children}</span>
      </div>
    </article>
  )
}
