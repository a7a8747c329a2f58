import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { findByCustomer } from '#features/people/find-by-customer.ts'
import { enqueueCustomerSync } from '#features/subscriptions/sync/enqueue-customer-sync.ts'
import { raiseAlert, raiseAlertUnlessKnown, resolveAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import { withLock } from '#concurrency/keyed-mutex.ts'
import { withRefusals, isOutcomeUnknown } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'
const closedStatuses = new Set(['won', 'lost', 'prevented', 'warning_closed'])

/** True when the dispute is over. An unknown status counts as open. */
export const isDisputeClosed = (status: string) => closedStatuses.has(status)

/** True for an inquiry, before the bank takes any money. */
const isInquiry = (status: string) => status.startsWith('warning_')

/** Raises an alert while it is open. Disputes without a payment intent are not ours and are not saved. */
export function recordDispute(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'payments'>,
  disputeId: string,
): Promise<Stripe.Dispute> {
  // The lock prevents an older snapshot from overwriting a newer one.
  return withLock(`dispute:${disputeId}`, async () => {
    const dispute = await withRefusals(
      services.payments.stripe.disputes.retrieve(disputeId, { expand: ['charge'] }),
    )
    await saveDispute(services, dispute)
    return dispute
  })
}

/** Disputes refreshed per day. */
const batchSize = 200

/** Makes up for lost events, in random order, because there may be more than one batch. Throws provider errors. */
export async function rereadOpenDisputes(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'payments'>,
): Promise<void> {
  const open = await services.db
    .select({ id: ledgerDisputes.id })
    .from(ledgerDisputes)
    .where(isNull(ledgerDisputes.closedAt))
    .orderBy(sql`random()`)
    .limit(batchSize)
  for (const { id } of open) {
    try {
      await recordDispute(services, id)
    } catch (error) {
      if (isOutcomeUnknown(error)) throw error
      services.log.error({ err: error, disputeId: id }, 'refreshing a dispute failed')
    }
  }
}

const lookBackSeconds = 3 * 24 * 60 * 60

/** Finds recent disputes that had no event. Throws while the provider does not respond. */
export async function findMissedDisputes(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'jobs' | 'payments'>,
): Promise<void> {
  const { db, clock, payments } = services
  const since = Math.floor(clock.now().getTime() / 1000) - lookBackSeconds
  let after: string | undefined
  do {
    const page = await withRefusals(
      payments.stripe.disputes.list({
        created: { gte: since },
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      }),
    )
    const ids = page.data.map(({ id }) => id)
    const known = ids.length
      ? await db.select({ id: ledgerDisputes.id }).from(ledgerDisputes).where(inArray(ledgerDisputes.id, ids))
      : []
    for (const id of ids) if (!known.some((dispute) => dispute.id === id)) await recordDispute(services, id)
    after = page.has_more ? ids.at(-1) : undefined
  } while (after)
}

async function saveDispute(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>,
  dispute: Stripe.Dispute,
) {
  const { db, clock } = services
  const { id, amount: amountCents, reason, status, payment_intent: intent } = dispute
  if (!intent || amountCents <= 0) return
  const paymentIntentId = idOf(intent)
  const closedAt = isDisputeClosed(status) ? clock.now() : null
  const personId = await payerOf(services, dispute)
  const paymentTxn = paymentTxnOf(dispute)
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ status: ledgerDisputes.status })
      .from(ledgerDisputes)
      .where(eq(ledgerDisputes.id, id))
    await tx
      .insert(ledgerDisputes)
      .values({
        id,
        paymentIntentId,
        paymentTxn,
        personId,
        amountCents,
        reason,
        status,
        openedAt: new Date(dispute.created * 1000),
        closedAt,
      })
      .onConflictDoUpdate({
        target: ledgerDisputes.id,
        set: {
          status,
          amountCents,
          reason,
          paymentTxn,
          // The payer stays on record after the customer is deleted at the provider.
          personId: sql`coalesce(excluded.person_id, ${ledgerDisputes.personId})`,
          closedAt: closedAt ? sql`coalesce(${ledgerDisputes.closedAt}, excluded.closed_at)` : null,
        },
      })
    const about = { kind: 'dispute', subject: id, personId }
    const isNews = before?.status !== status
    if (closedAt) await resolveAlert(tx, services, { ...about, resolution: `The bank decided: ${status}.` })
    // A closed alert does not come back when nothing changed.
    else if (isNews) await raiseAlert(tx, services, { ...about, message: openSentence(dispute) })
    if (!isNews) return
    // The membership is synced here, because no event may follow.
    await enqueueCustomerSync(tx, services, personId)
    if (status === 'lost' && isOfTip(dispute))
      await raiseAlertUnlessKnown(tx, services, {
        kind: 'tip-dispute-lost',
        subject: id,
        personId,
        message: `${amountOf(dispute)} of a tip (payment ${paymentIntentId}) were lost to a dispute. The sender’s membership continues: cancel it at the provider if you wish.`,
      })
  })
}

const amountOf = ({ amount, currency }: Stripe.Dispute) =>
  `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

const isOfTip = ({ charge }: Stripe.Dispute) =>
  typeof charge !== 'string' && charge.metadata['tip_id'] !== undefined

function openSentence(dispute: Stripe.Dispute) {
  const { payment_intent: intent, reason, status, evidence_details } = dispute
  const paymentIntentId = idOf(intent)
  const { due_by: dueBy } = evidence_details
  const until = dueBy ? ` Answer at the provider before ${new Date(dueBy * 1000).toISOString()}.` : ''
  const what = `${amountOf(dispute)} of payment ${paymentIntentId}: ${reason}.${until}`
  return isInquiry(status)
    ? `The bank asks about ${what} Nothing has been taken back yet.`
    : `The bank took back ${what}`
}

const paymentTxnOf = ({ charge }: Stripe.Dispute): string | null =>
  typeof charge === 'string' ? null : idOf(charge.balance_transaction)

async function payerOf({ db }: Pick<Services, 'db'>, { charge }: Stripe.Dispute): Promise<string | null> {
  const customer = typeof charge === 'string' ? null : charge.customer
  if (!customer) return null
  const person = await findByCustomer(db, idOf(customer))
  return person?.id ?? null
}
