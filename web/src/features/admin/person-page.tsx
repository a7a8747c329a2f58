import { notFound } from '#router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { PersonDetail } from '@touchline/contract/admin.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSlots } from '#slots.ts'
import { fullNameOf, roleNames } from '#people/names.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { localDay, localTime } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { personQuery } from './requests.ts'
import { subscriptionLook } from './subscription-look.ts'

const PersonActions = lazy(async () => ({
  default: (await import('./person-actions.tsx')).PersonActions,
}))

const PersonActivity = lazy(async () => ({
  default: (await import('./person-activity.tsx')).PersonActivity,
}))

const AccountHelp = lazy(async () => ({ default: (await import('./account-help.tsx')).AccountHelp }))

/** Everything an admin sees of one person. The person can see that staff looked. */
export function PersonPage() {
  const { personId } = useParams(paths.adminPerson)
  const { data: person, isError } = useQuery(personQuery(personId))
  const title = person ? fullNameOf(person, person.email) : 'User'
  usePageTitle(title)
  if (isError && !person) throw notFound()
  return (
    <Page
      title={title}
      back={
        <Link to={paths.admin} search={{ tab: 'users' }}>
          User Management
        </Link>
      }
    >
      {person ? <Sheet person={person} /> : <Skeleton className="h-96" />}
    </Page>
  )
}

function Sheet({ person }: { person: PersonDetail }) {
  const { AuditEntries, SilenceButton } = useSlots()
  const { role, isBlocked, silencedUntil, email, blocks, acts } = person
  const { word, look } = subscriptionLook(person)
  return (
    <>
      <p className="break-all text-muted">{email}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Badge>{roleNames[role]}</Badge>
        {role === 'subscriber' ? <Badge look={look}>{word}</Badge> : null}
        {isBlocked ? <Badge look="dismissal">Blocked</Badge> : null}
        {silencedUntil ? <Badge look="caution">Silenced until {localTime(silencedUntil)}</Badge> : null}
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        <Suspense fallback={<Skeleton className="h-11" />}>
          <PersonActions person={person} />
          {role === 'subscriber' ? (
            <SilenceButton
              personId={person.id}
              name={fullNameOf(person, email)}
              silencedUntil={silencedUntil}
            />
          ) : null}
          <AccountHelp person={person} />
        </Suspense>
      </div>
      <p className="mt-4 text-sm text-muted">
        Your visit to this page is recorded, and <bdi>{fullNameOf(person, email)}</bdi> can see it.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Facts title="Account" facts={accountFacts(person)} />
        <Facts title="Subscription" facts={subscriptionFacts(person)} />
        <Suspense fallback={<Skeleton className="h-96" />}>
          <PersonActivity person={person} />
        </Suspense>
        <Part title="Blocks">
          {blocks.length === 0 ? (
            <p className="mt-3 text-muted">Never blocked.</p>
          ) : (
            <ul className="mt-3 divide-y divide-line">
              {blocks.map((one) => (
                <li key={one.id} className="py-3">
                  <p dir="auto" className="font-semibold">
                    {one.reason ?? 'No reason was given.'}
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">{blockWords(one)}</p>
                </li>
              ))}
            </ul>
          )}
        </Part>
        <Part title="What staff did">
          {acts.length === 0 ? (
            <p className="mt-3 text-muted">Nothing.</p>
          ) : (
            <>
              <AuditEntries entries={acts} isOfOne />
              <Link
                to={paths.audit}
                search={{ person: person.id }}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                All of it in the audit log
              </Link>
            </>
          )}
        </Part>
      </div>
    </>
  )
}

const idOf = (title: string) => `${title.toLowerCase().replaceAll(' ', '-')}-title`

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card aria-labelledby={idOf(title)}>
    <h2 id={idOf(title)} className="text-xl">
      {title}
    </h2>
    {children}
  </Card>
)

type Fact = [label: string, value: string]

const Facts = ({ title, facts }: { title: string; facts: Fact[] }) => (
  <Part title={title}>
    <dl className="mt-4 grid gap-4 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="lettering text-xs text-muted">{label}</dt>
          <dd dir="auto" className="mt-1 font-semibold">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  </Part>
)

const accountFacts = (person: PersonDetail): Fact[] => [
  ['Since', localDay(person.createdAt)],
  ['Total paid', formatDollars(person.paidCents / 100)],
  ['Last here', person.lastSeenAt ? localDay(person.lastSeenAt) : 'Never signed in'],
  ['Signed in with', `${person.sessionCount} ${person.sessionCount === 1 ? 'browser' : 'browsers'}`],
  [
    'Browsers in 30 days',
    person.recentDevices > 10
      ? `${person.recentDevices}: perhaps a shared password`
      : String(person.recentDevices),
  ],
  ['Email', person.hasProvenEmail ? 'Confirmed' : 'Not confirmed'],
  ['Two-factor', person.hasTwoFactor ? 'On' : 'Off'],
  ...(person.secondStepRemovedAt
    ? [['Second step can be replaced from', localTime(person.secondStepRemovedAt)] satisfies Fact]
    : []),
  ['Comments', String(person.commentCount)],
  ...(person.role === 'creator' ? [['Posts', String(person.postCount)] satisfies Fact] : []),
]

function subscriptionFacts({ membership, ...person }: PersonDetail): Fact[] {
  const how: Fact = ['Status', subscriptionLook(person).word]
  if (!membership) return [how]
  const { priceCents, startedAt, periodEnd, cancelAt, endedAt, isRunning } = membership
  return [
    how,
    ['Price', `${formatDollars(priceCents / 100)} a month`],
    ['Began', localDay(startedAt)],
    ...(endedAt ? [['Ended', localDay(endedAt)] satisfies Fact] : []),
    ...(isRunning && cancelAt ? [['Ends', localDay(cancelAt)] satisfies Fact] : []),
    ...(isRunning && !cancelAt ? [['Month ends', localDay(periodEnd)] satisfies Fact] : []),
  ]
}

function blockWords({ startsAt, until, endedAt, by, endedBy }: PersonDetail['blocks'][number]) {
  const began = `${localTime(startsAt)}${by ? ` by ${by}` : ''}`
  if (endedAt) return `${began}, ended ${localTime(endedAt)} ${endedBy ? `by ${endedBy}` : 'by itself'}`
  return `${began}, ${until ? `until ${localTime(until)}` : 'with no end date'}`
}
