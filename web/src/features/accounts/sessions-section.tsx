import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { sessionsQuery, useEndSessions } from './requests.ts'

export function SessionsSection() {
  const { data, isError, refetch } = useQuery({ ...sessionsQuery, throwOnError: false })
  const end = useEndSessions()
  const isExpired = useExpiredSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(data?.length, () => heading.current)
  const signOut = (id: string | null) => {
    // The button disappears with its session.
    follow()
    end.mutate(id, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'This browser could not be signed out. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  }
  return (
    <Card aria-labelledby="sessions-title">
      <h3 id="sessions-title" ref={heading} tabIndex={-1} className="text-xl">
        Active Sessions
      </h3>
      <p className="mt-2 text-muted">
        The browsers you are signed in with, at most twenty. If one of them is not yours, sign it out and
        change your password.
      </p>
      {data && data.length > 1 ? (
        <p className="mt-2 font-medium">You are signed in with {data.length} browsers.</p>
      ) : null}
      {data ? (
        <>
          <ul className="mt-4 divide-y divide-line">
            {data.map(({ id, device, createdAt, lastSeenAt, isThis }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">
                    {device} {isThis ? <Badge look="turf">This browser</Badge> : null}
                  </p>
                  <p className="text-sm text-muted">
                    Signed in {localTime(createdAt)}, last used {localTime(lastSeenAt)}
                  </p>
                </div>
                {isThis ? null : (
                  <Button
                    kind="outline"
                    disabled={end.isPending}
                    aria-label={`Sign out ${device}, last used ${localTime(lastSeenAt)}`}
                    onClick={() => signOut(id)}
                  >
                    Sign Out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.length > 1 ? (
            <Button kind="outline" className="mt-4" disabled={end.isPending} onClick={() => signOut(null)}>
              Sign Out All Others
            </Button>
          ) : null}
        </>
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          Your sessions could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </Card>
  )
}
