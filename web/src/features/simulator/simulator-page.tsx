import { notFound } from '#router/router-provider.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Simulator } from '@touchline/contract/simulator.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BooksPanel } from './books-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { simulatorQuery } from './requests.ts'
import { FailuresPanel } from './failures-panel.tsx'
import { Card } from '#ui/card.tsx'
import { stateText } from './simulator-text.ts'
import { longDate } from '#ui/dates.ts'
import { Page } from '#ui/page.tsx'

function EmailsPanel({ emails }: { emails: Simulator['letters'] }) {
  return (
    <Card aria-labelledby="emails-title">
      <h2 id="emails-title" className="text-xl">
        Latest emails
      </h2>
      {emails.length === 0 ? <p className="mt-3 text-sm text-muted">No email has been written yet.</p> : null}
      <ul className="mt-3 divide-y divide-line">
        {emails.map(({ to, subject, writtenAt }) => (
          <li key={`${writtenAt} ${to} ${subject}`} className="py-2 text-sm">
            <p className="font-semibold">{subject}</p>
            <p className="wrap-anywhere text-muted">
              {to}, <time dateTime={writtenAt}>{longDate(writtenAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function MembersPanel({ members }: Pick<Simulator, 'members'>) {
  return (
    <Card aria-labelledby="members-title">
      <h2 id="members-title" className="text-xl">
        Members
      </h2>
      {members.length === 0 ? <p className="mt-3 text-sm text-muted">No one has joined yet.</p> : null}
      <dl className="mt-3 divide-y divide-line">
        {members.map(({ state, count }) => (
          <div key={state} className="flex justify-between gap-4 py-2 text-sm">
            <dt>{stateText[state]}</dt>
            <dd className="board">{count}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const places = [
  { label: 'Payouts', path: paths.payouts },
  { label: 'Books', path: paths.books },
  { label: 'Tips Received', path: paths.tipsReceived },
  { label: 'Content', path: paths.content },
] as const

export function SimulatorPage() {
  usePageTitle('Rehearsal')
  const { features } = useSite()
  if (!features.sandbox) throw notFound()
  return (
    <Page
      title="Rehearsal"
      lead="Live through weeks and years of this club in a moment: renewals, failed cards, emails and books happen as they would on their own. The clock only goes forward."
    >
      <Stage />
    </Page>
  )
}

function Stage() {
  const { data: rehearsal, isError } = useQuery(simulatorQuery)
  if (!rehearsal) return <Skeleton className="mt-9 h-72" />
  return (
    <>
      <output className="mt-4 block min-h-5 text-sm text-caution">
        {isError ? 'The server is not responding right now. This page tries again on its own.' : null}
      </output>
      <Panels rehearsal={rehearsal} />
    </>
  )
}

function Panels({ rehearsal }: { rehearsal: Simulator }) {
  const { run, members, books, letters: emails, areWebhooksStopped } = rehearsal
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_21rem]">
      <div className="grid min-w-0 gap-6">
        <ClockPanel rehearsal={rehearsal} />
        <FailuresPanel
          endedRunId={run?.state === 'running' ? null : (run?.id ?? null)}
          areWebhooksStopped={areWebhooksStopped}
        />
        <EmailsPanel emails={emails} />
      </div>
      <div className="grid gap-6">
        <MembersPanel members={members} />
        <BooksPanel books={books} />
        <nav aria-label="See for yourself" className="flex flex-wrap gap-3">
          {places.map(({ label, path }) => (
            <Button key={path} asChild kind="outline">
              <Link to={path}>{label}</Link>
            </Button>
          ))}
        </nav>
      </div>
    </div>
  )
}
