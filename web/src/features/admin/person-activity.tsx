import { Link } from '#router/link.tsx'
import type { PersonDetail } from '@touchline/contract/admin.ts'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { excerpt } from '#ui/excerpt.ts'

type Props = { person: PersonDetail }
type Item = { id: string; main: ReactNode; aside?: string; at: string }

const dollars = (cents: number) => formatDollars(cents / 100)

const paymentNames = { subscription: 'Membership', tip: 'Tip' }
const paymentStates = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
}
const emailStates = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' }
const measures = { dismiss: 'Dismissed', remove: 'Removed', warn: 'Warned', block: 'Blocked' }
const thingNames = { post: 'A post', comment: 'A comment', tip: 'A message on a tip' }
const tipStates: Record<string, string> = { completed: 'Completed', failed: 'Failed' }

/** What a person did and received: the latest few of each kind, with the count and the way to the rest. */
export function PersonActivity({ person }: Props) {
  const { email, activity } = person
  const { payments, tips, comments, emails, reports, sessions } = activity
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Kind
        title="Payments and refunds"
        count={payments.count}
        items={payments.latest.map(({ id, kind, grossCents, refundedCents, state, paidAt }) => ({
          id,
          main: `${paymentNames[kind]}, ${dollars(grossCents)}`,
          aside:
            refundedCents > 0 ? `${paymentStates[state]}, ${dollars(refundedCents)}` : paymentStates[state],
          at: paidAt,
        }))}
        none="No payments."
        all={
          <Link to={paths.books} search={{ search: email }}>
            All payments in the books
          </Link>
        }
      />
      <Kind
        title="Tips"
        count={tips.count}
        items={tips.latest.map(({ id, amountCents, message, status, at }) => ({
          id,
          main: message ? `${dollars(amountCents)}: “${excerpt(message)}”` : dollars(amountCents),
          aside: tipStates[status] ?? 'Pending',
          at,
        }))}
        none="No tips."
        all={
          <Link to={paths.tipsReceived} search={{ search: email }}>
            All their tips
          </Link>
        }
      />
      <Kind
        title="Latest comments"
        count={comments.count}
        items={comments.latest.map(({ id, postId, content, at }) => ({
          id,
          main: (
            <Link
              to={paths.post}
              params={{ postId }}
              className="underline decoration-line underline-offset-4 hover:decoration-turf"
            >
              {excerpt(content)}
            </Link>
          ),
          at,
        }))}
        none="No comments."
      />
      <Kind
        title="Emails"
        count={emails.count}
        items={emails.latest.map(({ id, subject, state, at }) => ({
          id,
          main: subject,
          aside: emailStates[state],
          at,
        }))}
        none="No emails in the past week."
        all={<Link to={paths.mail}>Emails that did not arrive</Link>}
      />
      <Kind
        title="Reports about them"
        count={reports.count}
        items={reports.latest.map(({ id, kind, measure, at }) => ({
          id,
          main: thingNames[kind],
          aside: measure ? measures[measure] : 'Open',
          at,
        }))}
        none="Nothing of theirs was reported."
        note={`Reports they made: ${reports.madeCount}`}
        all={<Link to={paths.reports}>All reports</Link>}
      />
      <Kind
        title="Sessions"
        count={person.sessionCount}
        items={sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
          id,
          main: device,
          aside: `since ${localTime(createdAt)}`,
          at: lastSeenAt,
        }))}
        none="Not signed in."
      />
    </div>
  )
}

type KindProps = {
  title: string
  count: number
  items: Item[]
  none: string
  note?: string
  all?: ReactNode
}

function Kind({ title, count, items, none, note, all }: KindProps) {
  const id = `${title.toLowerCase().replaceAll(' ', '-')}-title`
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="flex items-baseline justify-between gap-3 text-xl">
        {title} <span className="board text-base font-normal text-muted">{count}</span>
      </h2>
      {items.length === 0 ? (
        <p className="mt-3 text-muted">{none}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {items.map(({ id: itemId, main, aside, at }) => (
            <li key={itemId} className="grid grid-cols-1 gap-1 py-3">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {main}
              </p>
              <p className="text-sm text-muted">
                {aside ? `${aside} · ` : null}
                <time dateTime={at}>{localTime(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
      {note ? <p className="mt-2 text-sm text-muted">{note}</p> : null}
      {all && (items.length > 0 || note) ? (
        <Button asChild kind="link" className="min-h-11!">
          {all}
        </Button>
      ) : null}
    </Card>
  )
}
