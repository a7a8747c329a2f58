import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import {
  type AdminPerson,
  maxCountedPeople,
  type PeopleState,
  peopleStates,
} from '@touchline/contract/admin.ts'
import { paths } from '#paths.ts'
import { fullNameOf, partyInitial, roleNames } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { localDay } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useIsMobile } from '#ui/is-mobile.ts'
import { MoreButton } from '#ui/more-button.tsx'
import { RowMenu } from '#ui/row-menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { WideTable } from '#ui/wide-table.tsx'
import { OpenRemovals } from './open-removals.tsx'
import { PersonActions } from './person-actions.tsx'
import { peopleList } from './requests.ts'
import { stateName, subscriptionLook } from './subscription-look.ts'

type Props = {
  search: string
  state: PeopleState | null
  onSearch: (text: string) => void
  onFilter: (state: PeopleState | undefined) => void
}

const count = new Intl.NumberFormat('en-US')

function totalWords(total: number, isNarrowed: boolean) {
  if (isNarrowed && total === maxCountedPeople) return `${count.format(total)} or more people found`
  return `${count.format(total)} ${total === 1 ? 'person' : 'people'}${isNarrowed ? ' found' : ''}`
}

/** All people, newest first, with a search, a filter and actions: a table, on phones a list. */
export function UsersTab({ search, state, onSearch, onFilter }: Props) {
  const query = useInfiniteQuery(peopleList(search, state))
  const isMobile = useIsMobile()
  const people = query.data?.pages.flatMap(({ users }) => users)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const isOfLastSearch = query.isPlaceholderData
  return (
    <>
      <OpenRemovals />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_auto]">
        <SearchField
          label="Search users"
          placeholder="Search by name or email..."
          value={search}
          onSearch={onSearch}
        />
        <Select
          aria-label="State"
          value={state ?? ''}
          onChange={({ target }) => onFilter(peopleStates.find((each) => each === target.value))}
        >
          <option value="">All states</option>
          {peopleStates.map((each) => (
            <option key={each} value={each}>
              {stateName(each)}
            </option>
          ))}
        </Select>
      </div>
      <output className="mt-3 mb-4 block min-h-5 text-sm text-muted">
        {people && !isOfLastSearch ? totalWords(total, search !== '' || state !== null) : null}
      </output>
      <div aria-busy={isOfLastSearch}>
        {!people || (isOfLastSearch && people.length === 0) ? (
          <Skeleton className="h-96" />
        ) : people.length === 0 ? (
          <EmptyState title="No one found">
            {search ? `No name or email address contains “${search}”` : 'No one is in this state'}
            {search && state ? ' in this state.' : '.'}
          </EmptyState>
        ) : isMobile ? (
          <ul className="grid grid-cols-1 divide-y divide-line border-y border-line">
            {people.map((person) => (
              <PersonItem key={person.id} person={person} />
            ))}
          </ul>
        ) : (
          <div className="surface px-4 py-2">
            <WideTable label="People">
              <thead className="text-xs text-muted">
                <tr>
                  <th className="lettering py-3 pr-4 text-left">Name</th>
                  <th className="lettering py-3 pr-4 text-left">State</th>
                  <th className="lettering py-3 pr-4">Since</th>
                  <th className="lettering py-3 pr-4 whitespace-nowrap">Total paid</th>
                  <th className="lettering py-3 pr-4 whitespace-nowrap">Last here</th>
                  <th className="py-3">
                    <span className="sr-only">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </tbody>
            </WideTable>
          </div>
        )}
      </div>
      <div className="mt-5 text-center empty:hidden">
        <MoreButton query={query} />
      </div>
    </>
  )
}

type Shown = { person: AdminPerson }

function PersonRow({ person }: Shown) {
  const { createdAt, lastSeenAt, paidCents } = person
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-56 py-2 pr-4 text-left font-normal">
        <Who person={person} />
      </th>
      <td className="py-2 pr-4">
        <State person={person} />
      </td>
      <td className="py-2 pr-4 whitespace-nowrap">{localDay(createdAt)}</td>
      <td className="py-2 pr-4 whitespace-nowrap">{formatDollars(paidCents / 100)}</td>
      <td className="py-2 pr-4 whitespace-nowrap">{lastSeenAt ? localDay(lastSeenAt) : 'Never'}</td>
      <td className="py-2">
        <Actions person={person} />
      </td>
    </tr>
  )
}

function PersonItem({ person }: Shown) {
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="grid min-w-0 flex-1 gap-2">
        <Who person={person} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <State person={person} />
          <span>{formatDollars(person.paidCents / 100)} paid</span>
          <span>{person.lastSeenAt ? `last here ${localDay(person.lastSeenAt)}` : 'never signed in'}</span>
        </div>
      </div>
      <Actions person={person} />
    </li>
  )
}

function Who({ person }: Shown) {
  const { id, email, profileImageUrl } = person
  const name = fullNameOf(person, email)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar size="small" imageUrl={profileImageUrl} initial={partyInitial(person, email)} />
      <div className="min-w-0 text-sm">
        <Link
          to={paths.adminPerson}
          params={{ personId: id }}
          className="inline-block min-h-6 max-w-full content-center truncate font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf"
        >
          <bdi>{name}</bdi>
        </Link>
        {name === email ? null : <p className="truncate text-muted">{email}</p>}
      </div>
    </div>
  )
}

function State({ person }: Shown) {
  const { word, look } = subscriptionLook(person)
  return (
    <div className="flex flex-wrap gap-1">
      {person.role === 'subscriber' ? (
        <Badge look={look}>{word}</Badge>
      ) : (
        <Badge>{roleNames[person.role]}</Badge>
      )}
      {person.isBlocked ? <Badge look="dismissal">Blocked</Badge> : null}
    </div>
  )
}

const Actions = ({ person }: Shown) => (
  <RowMenu label={`Actions for ${fullNameOf(person, person.email)}`}>
    <PersonActions person={person} />
  </RowMenu>
)
