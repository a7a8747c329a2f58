import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { actText } from './act-text.ts'
import { staffLooks } from './requests.ts'

const shownAtFirst = 3

const roleNames = { creator: 'a creator', moderator: 'a moderator', admin: 'an admin' }

/** Former staff members have no role any more. */
const roleName = (role: keyof typeof roleNames | null) => (role ? roleNames[role] : 'someone on the staff')

export function StaffLooksSection() {
  const query = useInfiniteQuery(staffLooks)
  const { data, isError, refetch } = query
  const [isWhole, setWhole] = useState(false)
  const looks = data?.pages.flatMap((page) => page.looks)
  return (
    <Card aria-labelledby="looks-title">
      <h3 id="looks-title" className="text-xl">
        Who Looked at Your Account
      </h3>
      <p className="mt-2 text-muted">
        Every time someone on the staff opens your account or changes something about it, it is recorded here.
        No one can remove a line.
      </p>
      {looks ? (
        looks.length === 0 ? (
          <p className="mt-4">No one on the staff has looked at your account.</p>
        ) : (
          <ul className="mt-4 divide-y divide-line">
            {looks.slice(0, isWhole ? looks.length : shownAtFirst).map(({ id, at, action, by }) => (
              <li key={id} className="py-3">
                <p className="font-semibold wrap-anywhere">{actText(action)}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  by {by.firstName ? <bdi>{by.firstName}</bdi> : null}
                  {by.firstName ? ', ' : ''}
                  {roleName(by.role)}
                  {' · '}
                  <time dateTime={at}>{localTime(at)}</time>
                </p>
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          The list could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-16" />
      )}
      {looks && looks.length > shownAtFirst ? (
        <Button kind="outline" className="mt-4" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show ${shownAtFirst}` : `Show ${looks.length}`}
        </Button>
      ) : null}
      {isWhole ? <MoreButton query={query} className="mt-4" /> : null}
    </Card>
  )
}
