import { and, eq, ne } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { termsAt } from '#features/ledger/terms.ts'
import { raiseAlert } from '#payments/alerts.ts'
import type { Services } from '#services.ts'
import { accessOf } from './access.ts'
import type { SubscriptionReading } from './reading.ts'
import { type Membership, memberships } from './schema.ts'

type ForReadings = Pick<Services, 'clock' | 'jobs' | 'live' | 'log'>

const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])

/** True while a subscription costs money or may again: a person has at most one of these. */
export const isLive = ({ status }: { status: string }) => liveStatuses.has(status)

/**
 * Writes what the provider said at `askedAt` about the subscriptions of one customer, decides which one counts, and
 * announces what follows: a changed access, payments for the books, a second subscription to be given back. Something
 * the provider said later than `askedAt` is never overwritten.
 */
export async function applyReadings(
  tx: Transaction,
  services: ForReadings,
  personId: string,
  customerId: string,
  readings: SubscriptionReading[],
  askedAt: Date,
): Promise<void> {
  await lockUntilCommit(tx, `customer:${customerId}`)
  const before = await tx.select().from(memberships).where(eq(memberships.personId, personId))
  const now = services.clock.now()
  for (const reading of readings) {
    const known = before.find((row) => row.subscriptionId === reading.id)
    if (known && known.syncedAt > askedAt) continue
    const membershipId = await writeMembership(tx, { personId, customerId, reading, askedAt, known })
    await bookNewPayments(tx, services, { membershipId, personId, reading, known })
  }
  const after = await tx.select().from(memberships).where(eq(memberships.personId, personId))
  const current = after.toSorted(byWeight)[0]
  await tx
    .update(memberships)
    .set({ isCurrent: false })
    .where(
      and(
        eq(memberships.personId, personId),
        memberships.isCurrent,
        current && ne(memberships.id, current.id),
      ),
    )
  if (current) await tx.update(memberships).set({ isCurrent: true }).where(eq(memberships.id, current.id))
  await giveBackSeconds(tx, services, after)

  const accessWith = (membership: Membership | undefined) =>
    JSON.stringify(accessOf({ role: 'subscriber', membership: membership ?? null }, now))
  const former = before.find((row) => row.isCurrent)
  if (accessWith(former) !== accessWith(current)) await services.live.accessChanged(tx, personId)
}

type ToWrite = {
  personId: string
  customerId: string
  reading: SubscriptionReading
  askedAt: Date
  known: Membership | undefined
}

async function writeMembership(tx: Transaction, { personId, customerId, reading, askedAt, known }: ToWrite) {
  const facts = {
    status: reading.status,
    cancelAt: reading.cancelAt,
    paidThrough: reading.paidThrough,
    unpaidSince: reading.unpaidSince,
    graceUntil: await graceUntilOf(tx, reading),
    firstPayment: reading.firstPayment,
    priceCents: reading.priceCents,
    cardBrand: reading.cardBrand,
    cardLast4: reading.cardLast4,
    periodEnd: reading.periodEnd,
    startedAt: reading.startedAt,
    endedAt: reading.endedAt,
    syncedAt: askedAt,
  }
  if (known) {
    await tx.update(memberships).set(facts).where(eq(memberships.id, known.id))
    return known.id
  }
  const id = uuid()
  await tx.insert(memberships).values({ id, personId, customerId, subscriptionId: reading.id, ...facts })
  return id
}

/** By the terms of the time the unpaid month began: a change of terms never moves it. */
async function graceUntilOf(tx: Transaction, { status, unpaidSince, paidThrough }: SubscriptionReading) {
  const since = status === 'past_due' ? (unpaidSince ?? paidThrough) : null
  if (!since) return null
  const { graceDays } = await termsAt(tx, since)
  return new Date(since.getTime() + graceDays * dayMs)
}

type NewPayments = {
  membershipId: string
  personId: string
  reading: SubscriptionReading
  known: Membership | undefined
}

const dayMs = 24 * 60 * 60 * 1000
const clocksMayDifferMs = 5 * 60 * 1000

/** Booking is idempotent, so an invoice may be announced twice but never not at all. */
async function bookNewPayments(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  { membershipId, personId, reading, known }: NewPayments,
) {
  const paidBefore = known?.paidThrough
  const since = known ? known.syncedAt.getTime() - clocksMayDifferMs : 0
  for (const { periodEnd, paidAt, paymentIntentId } of reading.paid) {
    const isNew = !paidBefore || periodEnd > paidBefore || paidAt.getTime() > since
    if (!paymentIntentId || !isNew) continue
    await jobs.enqueue(tx, 'book-payment', {
      paymentIntentId,
      kind: 'subscription',
      sourceId: membershipId,
      personId,
    })
  }
}

/** The subscription that counts: a live one, else one being paid for, else the last that was paid. */
function weightOf({ status, firstPayment, paidThrough }: Membership) {
  if (isLive({ status })) return 4
  if (status === 'incomplete' && firstPayment) return 3
  if (paidThrough) return 2
  return status === 'incomplete' ? 1 : 0
}

function byWeight(one: Membership, other: Membership) {
  const byKind = weightOf(other) - weightOf(one)
  if (byKind !== 0) return byKind
  // Of two live ones the older stays; of others the newer counts.
  const byAge = one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1)
  return isLive(one) ? byAge : -byAge
}

async function giveBackSeconds(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs' | 'log'>,
  all: Membership[],
) {
  const [, ...seconds] = all.filter(isLive).toSorted(byWeight)
  for (const { subscriptionId, personId } of seconds) {
    await raiseAlert(tx, services, {
      kind: 'second-subscription',
      subject: subscriptionId,
      message: `Person ${personId} had two live subscriptions; the newer one is ended and refunded.`,
    })
    await services.jobs.enqueue(tx, 'give-back', { subscriptionId })
  }
}
