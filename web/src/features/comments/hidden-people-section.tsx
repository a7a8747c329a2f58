import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { useLiveComments } from './live-comments.ts'
import { hiddenPeopleQuery, useUnhide } from './hidden-people.ts'

/** Only members hide people; staff see everyone. */
export function HiddenPeopleSection() {
  return useSignedInViewer().role === 'subscriber' ? <HiddenPeople /> : null
}

function HiddenPeople() {
  useLiveComments()
  const { data, isError, refetch } = useQuery(hiddenPeopleQuery)
  const unhide = useUnhide()
  const isExpired = useExpiredSession()
  const heading = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(data?.length, () => heading.current)
  const show = (id: string) => {
    // The button disappears with its person.
    follow()
    unhide.mutate(id, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'Failed to save that. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  }
  return (
    <Card aria-labelledby="hidden-people-title">
      <h3 id="hidden-people-title" ref={heading} tabIndex={-1} className="text-xl">
        Hidden People
      </h3>
      <p className="mt-2 text-muted">
        You do not see comments by these people, and they are not notified. To hide someone, open the menu of
        one of their comments.
      </p>
      {data ? (
        data.length === 0 ? (
          <p className="mt-4">You have not hidden anyone.</p>
        ) : (
          <ul className="mt-4 divide-y divide-line">
            {data.map(({ id, name }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <p dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                  {name}
                </p>
                <Button
                  kind="outline"
                  disabled={unhide.isPending}
                  aria-label={`Show the comments of ${name} again`}
                  onClick={() => show(id)}
                >
                  Show again
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The people you have hidden could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-12" />
      )}
    </Card>
  )
}
