import { useQuery } from '@tanstack/react-query'
import type { EmailEntry } from '@touchline/contract/emails.ts'
import { usePageTitle } from '#site/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ExamplesSection } from './examples-section.tsx'
import { outboxQuery, useRetryEmail } from './requests.ts'
import { TryAgainButton } from '#session/try-again-button.tsx'
import { Badge } from '#ui/badge.tsx'
import { localTime } from '#ui/dates.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Page } from '#ui/page.tsx'

function UnsentEmail({ email, isGivenUp }: { email: EmailEntry; isGivenUp: boolean }) {
  const { id, to, subject, attempts, problem, writtenAt, nextTryAt } = email
  const again = useRetryEmail(id)
  return (
    <article aria-label={`${subject}, to ${to}`} className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isGivenUp ? 'dismissal' : 'caution'}>{isGivenUp ? 'Given up' : 'Waiting'}</Badge>
        <RelativeTime at={writtenAt} />
      </div>
      <p className="wrap-anywhere">
        <span className="font-semibold">{subject}</span> to {to}
      </p>
      <p className="text-sm wrap-anywhere text-muted">{problem ?? 'Not tried yet.'}</p>
      <p className="text-sm text-muted">
        {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}
        {!isGivenUp && nextTryAt ? `; the next try is on ${localTime(nextTryAt)}.` : '.'}
      </p>
      {nextTryAt ? (
        <div>
          <TryAgainButton
            again={again}
            about={`${subject}, to ${to}`}
            problem="The email could not be sent again. Please try again."
          />
        </div>
      ) : (
        <p className="text-sm text-muted">
          It holds a secret link, so its text is not stored here. The site tries again by itself for some
          hours.
        </p>
      )}
    </article>
  )
}

export function MailPage() {
  usePageTitle('Mail')
  const { data } = useQuery(outboxQuery)
  return (
    <Page
      title="Mail"
      lead="Emails wait here until a mail server has taken them. One that could not be sent is tried again: after a minute, and then at growing intervals for some days."
    >
      {data ? (
        <>
          {data.hasServer ? null : (
            <p className="mb-6 measure text-caution">
              No mail server is configured: emails are files in the folder “outbox” of the data folder. Set
              SMTP_URL to send them.
            </p>
          )}
          <dl aria-live="polite" className="mt-6 grid grid-cols-3 gap-4">
            {[
              ['Waiting', data.waiting],
              ['Failed', data.failed],
              ['Sent this week', data.sent],
            ].map(([label, count]) => (
              <div key={label} className="surface p-4">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="board mt-1 text-2xl">{count}</dd>
              </div>
            ))}
          </dl>
          <EmailList title="Failed" emails={data.failedLetters} count={data.failed} isGivenUp />
          {data.lateLetters.length > 0 ? (
            <EmailList title="Waiting for another try" emails={data.lateLetters} isGivenUp={false} />
          ) : null}
        </>
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
      <ExamplesSection />
    </Page>
  )
}

type Props = { title: string; emails: EmailEntry[]; count?: number; isGivenUp: boolean }

function EmailList({ title, emails, count, isGivenUp }: Props) {
  return (
    <section aria-label={title} className="mt-9">
      <h2 className="text-2xl">{title}</h2>
      {count !== undefined && count > emails.length ? (
        <p className="mt-2 text-muted">
          The newest {emails.length} of {count}.
        </p>
      ) : null}
      <div className="mt-5">
        {emails.length === 0 ? (
          <EmptyState title="Nothing failed">
            Emails that could not be sent appear here, with the reason.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {emails.map((email) => (
              <li key={email.id}>
                <UnsentEmail email={email} isGivenUp={isGivenUp} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
