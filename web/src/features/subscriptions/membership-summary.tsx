import { clsx } from 'clsx'
import { useSite, useTexts } from '#site/site.ts'
import { clubNow } from '#ui/clock.ts'
import { longDate } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'
import type { OpenBill } from './open-bill.ts'
import type { AppliedCode } from './promo-code.ts'

type Props = {
  memberName: string
  applied?: AppliedCode | null
  /** The open bill, which keeps its own price. */
  bill?: OpenBill | null
  className?: string
}

export function MembershipSummary({ memberName, applied = null, bill = null, className }: Props) {
  const site = useSite()
  const { plan } = useTexts()
  const price = bill?.price ?? site.price
  return (
    <aside aria-labelledby="summary" className={clsx('grid content-start gap-6', className)}>
      <PlatinumCard title={memberName} className="mx-auto hidden w-56 lg:flex">
        <p className="board text-3xl leading-none font-bold">{formatDollars(price)}</p>
        <p className="mt-2 text-sm">per month</p>
      </PlatinumCard>
      <div className="surface p-4 sm:p-5">
        <h2 id="summary" className="text-lg lg:text-xl">
          Platinum Membership
        </h2>
        <dl className="mt-2 grid gap-2 text-sm lg:mt-4">
          <Line label="Per month" amount={formatDollars(price)} className={applied ? '' : 'max-lg:hidden'} />
          {applied ? (
            <Line label={`Code ${applied.code}`} amount={`−${formatDollars(applied.discountAmount)}`} />
          ) : null}
          <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 lg:mt-2 lg:pt-4">
            <dt className="font-semibold">Due today</dt>
            <dd className="board text-2xl font-bold text-caution">
              {formatDollars(bill?.due ?? applied?.finalPrice ?? price)}
            </dd>
          </div>
        </dl>
        {bill ? null : (
          <p className="mt-1 text-sm lg:mt-3">
            Next charge: <span className="board">{formatDollars(applied?.renewalPrice ?? price)}</span> on{' '}
            <span className="whitespace-nowrap">{longDate(nextMonth(clubNow()))}</span>
          </p>
        )}
        <p className="mt-4 hidden text-sm text-muted lg:block">{plan.terms}</p>
      </div>
    </aside>
  )
}

/** The same day of the next month (UTC), or its last day if it is shorter. */
export function nextMonth(at: number): number {
  const from = new Date(at)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + 1]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay))
}

function Line({ label, amount, className }: { label: string; amount: string; className?: string }) {
  return (
    <div className={clsx('flex items-baseline justify-between gap-4', className)}>
      <dt className="text-muted">{label}</dt>
      <dd className="board">{amount}</dd>
    </div>
  )
}
