import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ListedPerson } from '@touchline/contract/blocks.ts'
import { useRef, useState } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { fullNameOf, partyInitial, roleNames } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { localTime } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { Page } from '#ui/page.tsx'
import { BlockButton } from './block-button.tsx'
import { blockedPeople, foundPeople, minSearchLength } from './requests.ts'

export function BlockUsersPage() {
  usePageTitle('Blocked Users')
  const [typed, setTyped] = useState('')
  return (
    <Page
      title="Blocked Users"
      lead="Anyone you block is out at once, and stays out until someone unblocks them or the end date passes."
    >
      <section aria-labelledby="find-title">
        <h2 id="find-title" className="mb-4 text-2xl">
          Find people
        </h2>
        <SearchField
          label="Search users"
          placeholder="Search by name or email..."
          value={typed}
          onSearch={setTyped}
        />
        <Found typed={typed} />
      </section>
      <Blocked />
    </Page>
  )
}

function Found({ typed }: { typed: string }) {
  const { data, isError, isPlaceholderData, refetch } = useQuery(foundPeople(typed))
  if (typed === '') return null
  if (Array.from(typed).length < minSearchLength)
    return <p className="mt-3 text-sm text-muted">Enter at least {minSearchLength} characters.</p>
  if (isError)
    return (
      <NotLoaded className="mt-4" onRetry={refetch}>
        Failed to search users.
      </NotLoaded>
    )
  const isOfLastSearch = isPlaceholderData
  if (!data || (isOfLastSearch && data.length === 0)) return <Skeleton className="mt-4 h-24" />
  return (
    <div className="mt-4" aria-busy={isOfLastSearch}>
      <output className="mb-3 block text-sm text-muted">
        {isOfLastSearch ? '' : words(data.length, typed)}
      </output>
      <PersonList people={data} />
    </div>
  )
}

/** The server's maximum page size. */
const mostFound = 20

function words(count: number, typed: string) {
  if (count === 0) return `No one found for “${typed}”.`
  if (count === mostFound) return `The newest ${count} people found. Type more to narrow it down.`
  return `${count} ${count === 1 ? 'person' : 'people'} found`
}

function Blocked() {
  const query = useInfiniteQuery(blockedPeople)
  const people = query.data?.pages.flat()
  const heading = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(people?.map(({ id }) => id).join(' '), () => heading.current)
  return (
    <section aria-labelledby="blocked-title" className="mt-12">
      <h2 id="blocked-title" ref={heading} tabIndex={-1} className="mb-4 text-2xl">
        Blocked now
      </h2>
      {!people ? (
        <Skeleton className="h-36" />
      ) : people.length === 0 ? (
        <EmptyState title="No one is blocked">People you block appear here, with the reason.</EmptyState>
      ) : (
        <PersonList people={people} onUnblock={follow} />
      )}
      <div className="mt-5 text-center empty:hidden">
        <MoreButton query={query} />
      </div>
    </section>
  )
}

const PersonList = ({ people, onUnblock }: { people: ListedPerson[]; onUnblock?: () => void }) => (
  <ul className="grid grid-cols-1 gap-3">
    {people.map((person) => (
      <li key={person.id}>
        <PersonLine person={person} onUnblock={onUnblock} />
      </li>
    ))}
  </ul>
)

type LineProps = { person: ListedPerson; onUnblock: (() => void) | undefined }

function PersonLine({ person, onUnblock }: LineProps) {
  const { email, profileImageUrl, role, isBlocked, block } = person
  return (
    <article className="surface flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:p-5">
      <Avatar imageUrl={profileImageUrl} initial={partyInitial(person, email)} />
      <div className="min-w-0 flex-1 basis-40">
        <p dir="auto" className="font-semibold">
          {fullNameOf(person, email)}
        </p>
        <p className="text-sm break-all text-muted">{email}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {role === 'subscriber' ? null : <Badge>{roleNames[role]}</Badge>}
        {isBlocked ? <Badge look="dismissal">Blocked</Badge> : null}
        <BlockButton person={person} onUnblock={onUnblock} />
      </div>
      {block ? (
        <p className="w-full text-sm wrap-anywhere text-muted">
          Since {localTime(block.startsAt)},{' '}
          {block.until ? `until ${localTime(block.until)}` : 'with no end date'}
          {block.isByAdmin ? ', by an admin' : ''}
          {block.reason ? (
            <>
              . <bdi>{block.reason}</bdi>
            </>
          ) : null}
        </p>
      ) : null}
    </article>
  )
}
