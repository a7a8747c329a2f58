import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AdminPerson, maxCountedPeople } from '@touchline/contract/admin.ts'
import { paths } from '#paths.ts'
import { fullNameOf, partyInitial, roleNames } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { localDay } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PersonActions } from './person-actions.tsx'
import { peopleList } from './requests.ts'
import { subscriptionLook } from './subscription-look.ts'

type Props = { search: string; onSearch: (text: string) => void }

const count = new Intl.NumberFormat('en-US')

function totalWords(total: number, search: string) {
  if (search && total === maxCountedPeople) return `${count.format(total)} or more people found`
  return `${count.format(total)} ${total === 1 ? 'person' : 'people'}${search ? ' found' : ''}`
}

/** All people, newest first, with a search and actions. */
export function UsersTab({ search, onSearch }: Props) {
  const query = useInfiniteQuery(peopleList(search))
  const people = query.data?.pages.flatMap(({ users }) => users)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const isOfLastSearch = query.isPlaceholderData
  return (
    <>
      <SearchField
        label="Search users"
        placeholder="Search by name or email..."
        value={search}
        onSearch={onSearch}
      />
      <output className="mt-3 mb-4 block min-h-5 text-sm text-muted">
        {people && !isOfLastSearch ? totalWords(total, search) : null}
      </output>
      <div aria-busy={isOfLastSearch}>
        {!people || (isOfLastSearch && people.length === 0) ? (
          <Skeleton className="h-96" />
        ) : people.length === 0 ? (
          <EmptyState title="Nobody found">No name or email address contains “{search}”.</EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-3">
            {people.map((person) => (
              <li key={person.id}>
                <PersonLine person={person} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-5 text-center empty:hidden">
        <MoreButton query={query} />
      </div>
    </>
  )
}

function PersonLine({ person }: { person: AdminPerson }) {
  const { id, email, profileImageUrl, role, isBlocked, createdAt, lastSeenAt } = person
  const { word, look } = subscriptionLook(person)
  return (
    <article className="surface flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:p-5">
      <Avatar imageUrl={profileImageUrl} initial={partyInitial(person, email)} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">
          <Link
            to={paths.adminPerson}
            params={{ personId: id }}
            className="inline-block min-h-6 content-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
          >
            <bdi>{fullNameOf(person, email)}</bdi>
          </Link>
        </p>
        <p className="text-sm break-all text-muted">{email}</p>
        <p className="text-sm text-muted">
          Since {localDay(createdAt)} · {lastSeenAt ? `last here ${localDay(lastSeenAt)}` : 'never signed in'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {role === 'subscriber' ? <Badge look={look}>{word}</Badge> : <Badge>{roleNames[role]}</Badge>}
        {isBlocked ? <Badge look="dismissal">Blocked</Badge> : null}
      </div>
      <div className="w-full">
        <PersonActions person={person} />
      </div>
    </article>
  )
}
