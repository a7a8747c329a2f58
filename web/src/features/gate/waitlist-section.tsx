import { useInfiniteQuery } from '@tanstack/react-query'
import type { Admissions, Waiting } from '@touchline/contract/admissions.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localDay } from '#ui/dates.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useInviteWave, useRemoveWaiting, waitlistQuery } from './admissions-requests.ts'

const words: Record<Waiting['state'], string> = {
  unconfirmed: 'Not confirmed',
  waiting: 'Waiting',
  invited: 'Invited',
  entered: 'Entered',
}

export function WaitlistSection({ waiting, unconfirmed, waves }: Admissions) {
  return (
    <Card aria-labelledby="waitlist-title">
      <h2 id="waitlist-title" className="text-xl">
        Waitlist
      </h2>
      <p className="mt-2 text-muted">
        {waiting} waiting, {unconfirmed} not confirmed yet. An address is deleted when its owner leaves, a
        month after the invitation, and after a week without confirmation.
      </p>
      <InviteForm waiting={waiting} />
      {waves.length > 0 ? (
        <ul className="mt-4 divide-y divide-line" aria-label="Waves">
          {waves.map(({ number, invitedAt, invited, entered }) => (
            <li key={number} className="flex flex-wrap justify-between gap-3 py-2 text-sm">
              <span>
                Wave {number}, {localDay(invitedAt)}
              </span>
              <span className="text-muted">
                {invited} invited, {entered} entered
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {waiting + unconfirmed + waves.length > 0 ? (
        <Disclosure label="Everyone on the list" className="mt-4">
          <PeopleList />
        </Disclosure>
      ) : null}
    </Card>
  )
}

function InviteForm({ waiting }: { waiting: number }) {
  const [count, setCount] = useState('50')
  const isExpired = useExpiredSession()
  const invite = useInviteWave()
  const [problem, setProblem] = useState<string>()
  const send = () =>
    invite.mutate(Number(count), {
      onSuccess: ({ invited }) =>
        toast({
          title: 'Invited',
          description: `${invited} ${invited === 1 ? 'person gets' : 'people get'} an email.`,
          kind: 'success',
        }),
      onError: (error) => {
        if (!isExpired(error))
          setProblem(errorMessage(error, 'The wave could not be sent. Please try again.'))
      },
    })
  return (
    <form
      noValidate
      aria-label="Invite a wave"
      className="mt-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!invite.isPending) send()
      }}
    >
      <Field label="Invite the next" error={problem}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={({ target }) => {
              setCount(target.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" disabled={invite.isPending || waiting === 0}>
        {invite.isPending ? 'Inviting...' : 'Send Invitations'}
      </Button>
    </form>
  )
}

function PeopleList() {
  const query = useInfiniteQuery(waitlistQuery)
  const isExpired = useExpiredSession()
  const remove = useRemoveWaiting()
  const removeNow = (id: string) =>
    remove.mutate(id, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The address could not be deleted. Please try again.')
        toast({ title: 'Not Deleted', description, kind: 'destructive' })
      },
    })
  if (query.isError && !query.data)
    return <NotLoaded onRetry={query.refetch}>The list could not be loaded.</NotLoaded>
  if (!query.data) return <Skeleton className="h-24" />
  return (
    <>
      <ol className="divide-y divide-line">
        {query.data.pages
          .flatMap(({ people }) => people)
          .map(({ id, email, state, position, joinedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
              <span className="flex min-w-0 flex-wrap items-center gap-2 break-all">
                {email} <Badge>{position ? `Number ${position}` : words[state]}</Badge>
                <span className="text-muted">since {localDay(joinedAt)}</span>
              </span>
              <Button
                kind="outline"
                aria-label={`Delete ${email}`}
                disabled={remove.isPending}
                onClick={() => removeNow(id)}
              >
                Delete
              </Button>
            </li>
          ))}
      </ol>
      <MoreButton query={query}>Load More Addresses</MoreButton>
    </>
  )
}
