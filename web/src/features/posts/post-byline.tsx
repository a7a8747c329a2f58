import type { Party } from '@touchline/contract/people.ts'
import type { ReactNode } from 'react'
import { fullNameOf, partyInitial } from '#session/party-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'

type Props = { creator: Party; at: string; children?: ReactNode }

/** Who published something and when. */
export function PostByline({ creator, at, children }: Props) {
  return (
    <header className="flex items-center gap-3 p-4">
      <Avatar imageUrl={creator.profileImageUrl} initial={partyInitial(creator, 'Creator')} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 leading-tight font-semibold">
          {fullNameOf(creator, 'Creator')}
          {creator.isMainInfluencer ? <VerifiedBadge /> : null}
        </p>
        <p className="mt-0.5 text-muted">
          <RelativeTime at={at} />
        </p>
      </div>
      {children}
    </header>
  )
}
