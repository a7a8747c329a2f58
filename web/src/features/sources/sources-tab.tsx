import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Source, SourceKind } from '@touchline/contract/sources.ts'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { localDay } from '#ui/dates.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Field } from '#ui/field.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { joinersQuery, type Period, sourcesQuery } from './requests.ts'

const periods: Record<Period, string> = {
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last year',
  '0': 'All time',
}
const isPeriod = (text: string): text is Period => text in periods

const parts: { kind: SourceKind; title: string; about: string }[] = [
  { kind: 'campaign', title: 'Campaigns', about: 'utm_source / utm_medium / utm_campaign of the link.' },
  { kind: 'referrer', title: 'Links from other sites', about: 'The host of the page that linked here.' },
  { kind: 'teaser', title: 'Shared posts', about: 'The shared post that was opened first.' },
  { kind: 'gate', title: 'Gate codes', about: 'What opened the gate. A visit is an opening.' },
]

/** Where members come from, counted on the server without cookies. */
export function SourcesTab() {
  const [days, setDays] = useState<Period>('365')
  const { data, isPlaceholderData } = useQuery(sourcesQuery(days))
  return (
    <div className="grid gap-6" aria-busy={isPlaceholderData}>
      <p className="measure text-muted">
        Visits and members by source. “Stayed” counts those who joined at least three months ago and were
        still paying three months later. Nothing is stored in the browser, and no visit belongs to a person.
      </p>
      <div>
        <Field label="Period">
          {(control) => (
            <Select
              {...control}
              value={days}
              onChange={({ target }) => isPeriod(target.value) && setDays(target.value)}
            >
              {Object.entries(periods).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {data ? (
        parts.map(({ kind, title, about }) => (
          <section key={kind} aria-labelledby={`sources-${kind}`}>
            <h3 id={`sources-${kind}`} className="text-xl">
              {title}
            </h3>
            <p className="mb-3 text-sm text-muted">{about}</p>
            <SourceList sources={data.sources.filter((source) => source.kind === kind)} days={days} />
          </section>
        ))
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function SourceList({ sources, days }: { sources: Source[]; days: Period }) {
  if (sources.length === 0) return <p className="text-muted">None in this period.</p>
  return (
    <ul className="grid gap-3">
      {sources.map((source) => (
        <li key={source.value} className="surface grid gap-3 p-4">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {source.label}
          </p>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {[
              ['Visits', String(source.visits)],
              ['Joined', String(source.joiners)],
              ['Paid', formatDollars(source.paidCents / 100)],
              ['Stayed', source.eligible === 0 ? 'Too early' : `${source.stayed} of ${source.eligible}`],
            ].map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="board text-lg">{value}</dd>
              </div>
            ))}
          </dl>
          {source.joiners > 0 ? (
            <Disclosure label="Who joined">
              <JoinerList source={source} days={days} />
            </Disclosure>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function JoinerList({ source, days }: { source: Source; days: Period }) {
  const query = useInfiniteQuery(joinersQuery(source, days))
  if (query.isError && !query.data)
    return <NotLoaded onRetry={query.refetch}>The list could not be loaded.</NotLoaded>
  if (!query.data) return <Skeleton className="h-24" />
  return (
    <>
      <ul className="divide-y divide-line">
        {query.data.pages
          .flatMap(({ joiners }) => joiners)
          .map(({ id, name, joinedAt, paidCents, isMember }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
              <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
                <Link to={paths.adminPerson} params={{ personId: id }} className="underline">
                  <bdi>{name}</bdi>
                </Link>
                <Badge>{isMember ? 'Member' : 'Left'}</Badge>
              </span>
              <span className="text-muted">
                {localDay(joinedAt)}, {formatDollars(paidCents / 100)} paid
              </span>
            </li>
          ))}
      </ul>
      <MoreButton query={query}>Load More People</MoreButton>
    </>
  )
}
