import { useQuery } from '@tanstack/react-query'
import type { OpenWork } from '@touchline/contract/needs-attention.ts'
import { type PlainPath, paths } from '#paths.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AttentionLine } from './attention-line.tsx'
import { openWorkQuery } from './requests.ts'

type Kind = { key: keyof OpenWork; one: string; more: string; about: string; to: PlainPath }

const kinds: Kind[] = [
  {
    key: 'reports',
    one: 'Report to decide',
    more: 'Reports to decide',
    about: 'What members reported.',
    to: paths.reports,
  },
  {
    key: 'held',
    one: 'Text to approve',
    more: 'Texts to approve',
    about: 'Comments and messages that a rule held.',
    to: paths.reports,
  },
  {
    key: 'appeals',
    one: 'Appeal to decide',
    more: 'Appeals to decide',
    about: 'Someone disagrees with a decision.',
    to: paths.reports,
  },
  {
    key: 'messages',
    one: 'Message to answer',
    more: 'Messages to answer',
    about: 'What people wrote to support.',
    to: paths.support,
  },
  {
    key: 'payouts',
    one: 'Payout to approve',
    more: 'Payouts to approve',
    about: 'A month is closed, and its money may go out.',
    to: paths.payouts,
  },
  {
    key: 'deletions',
    one: 'Deletion under way',
    more: 'Deletions under way',
    about: 'Accounts that someone asked to delete.',
    to: paths.deletions,
  },
  {
    key: 'emails',
    one: 'Email that did not arrive',
    more: 'Emails that did not arrive',
    about: 'Who missed them, and why.',
    to: paths.mail,
  },
  {
    key: 'media',
    one: 'File that failed',
    more: 'Files that failed',
    about: 'Pictures and films that could not be processed.',
    to: paths.mediaHealth,
  },
  {
    key: 'checks',
    one: 'Health check that fails',
    more: 'Health checks that fail',
    about: 'What is wrong with the site, and how to fix it.',
    to: paths.health,
  },
  {
    key: 'waitlist',
    one: 'Person on the waitlist',
    more: 'People on the waitlist',
    about: 'They can be invited in waves.',
    to: paths.admissions,
  },
]

export function OpenWorkSection() {
  const { data, isError, refetch } = useQuery(openWorkQuery)
  return (
    <section aria-labelledby="open-work" className="mb-6 sm:mb-9">
      <h2 id="open-work" className="mb-3 text-xl sm:text-2xl">
        Open Work
      </h2>
      {data ? (
        <Lines work={data} />
      ) : isError ? (
        <NotLoaded onRetry={refetch}>What waits could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  )
}

function Lines({ work }: { work: OpenWork }) {
  const open = kinds.filter(({ key }) => work[key] > 0)
  if (open.length === 0) return <p className="text-muted">Nothing waits for you right now.</p>
  return (
    <ul className="grid grid-cols-2 gap-3">
      {open.map(({ key, one, more, about, to }) => (
        <li key={key} className="grid">
          <AttentionLine
            figure={work[key].toLocaleString('en-US')}
            what={work[key] === 1 ? one : more}
            about={about}
            way={{ to }}
          />
        </li>
      ))}
    </ul>
  )
}
