import { useQuery } from '@tanstack/react-query'
import type { DeletionState, ListedDeletion, Removed } from '@touchline/contract/account-deletion.ts'
import { useState } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { localTime } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { deletionsQuery } from './requests.ts'

const states: Record<DeletionState, { word: string; look: BadgeLook }> = {
  requested: { word: 'Not confirmed yet', look: 'line' },
  confirmed: { word: 'Confirmed', look: 'caution' },
  erasing: { word: 'Being deleted', look: 'dismissal' },
  done: { word: 'Deleted', look: 'line' },
  undone: { word: 'Taken back', look: 'turf' },
  lapsed: { word: 'Never confirmed', look: 'line' },
}

const counted = (count: number | undefined, one: string) => `${count ?? 0} ${one}${count === 1 ? '' : 's'}`

/** Says what an erasure removed, so that admins can check it. */
const removedInWords = (removed: Removed) =>
  `Deleted: ${counted(removed.emailsDeleted, 'email')}, ${counted(removed.filesDeleted, 'email file')} and ${counted(removed.jobsDeleted, 'job')}. Name taken out of: ${counted(removed.emailsRedacted, 'email')}, ${counted(removed.filesRedacted, 'email file')} and ${counted(removed.notesRedacted, 'alert')}.`

export function DeletionsPage() {
  usePageTitle('Deletions')
  const [page, setPage] = useState(1)
  const { data, isPlaceholderData } = useQuery(deletionsQuery(page))
  const turnTo = (next: number) => {
    // Until the page has loaded, it is unknown whether there is another one.
    if (!isPlaceholderData) setPage(next)
  }
  return (
    <Page
      title="Deletions"
      lead="Members who asked to have their account deleted. It happens by itself two weeks after they confirmed it, or when what they paid for ends; they alone can take it back."
    >
      {data ? (
        <div className="grid gap-5">
          {data.deletions.length === 0 ? (
            <EmptyState title="No one wants to leave">Requests appear here when someone asks.</EmptyState>
          ) : (
            <ul aria-label="Requests" className="grid grid-cols-1 gap-3">
              {data.deletions.map((deletion) => (
                <li key={deletion.id} className="surface p-4 sm:p-5">
                  <Request deletion={deletion} />
                </li>
              ))}
            </ul>
          )}
          {page > 1 || data.hasMore ? (
            <nav aria-label="Pages" className="flex gap-3">
              <Button kind="outline" disabled={page === 1} onClick={() => turnTo(page - 1)}>
                Newer
              </Button>
              <Button kind="outline" disabled={!data.hasMore} onClick={() => turnTo(page + 1)}>
                Older
              </Button>
            </nav>
          ) : null}
        </div>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function Request({
  deletion: { state, person, message, requestedAt, confirmedAt, dueAt, endedAt, removed },
}: {
  deletion: ListedDeletion
}) {
  const { word, look } = states[state]
  const dates = [
    ['Asked', requestedAt],
    ['Confirmed', confirmedAt],
    [state === 'confirmed' ? 'To be deleted' : 'Was due', dueAt],
    ['Ended', endedAt],
  ] as const
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h2 dir="auto" className="min-w-0 text-lg">
          {person ? (person.name ?? person.email) : 'Former member'}
        </h2>
        <Badge look={look}>{word}</Badge>
      </div>
      {person?.name ? <p className="mt-1 break-all text-muted">{person.email}</p> : null}
      {message ? (
        <p dir="auto" className="measure mt-3 whitespace-pre-line">
          {message}
        </p>
      ) : null}
      <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {dates.map(([label, at]) =>
          at ? (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd>{localTime(at)}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {removed ? <p className="mt-3 text-sm text-muted">{removedInWords(removed)}</p> : null}
    </>
  )
}
