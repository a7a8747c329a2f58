import { and, eq, isNotNull } from 'drizzle-orm'
import { bookPayment, type PaymentToBook } from '#features/ledger/book-payment.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { syncMember } from './membership-events.ts'
import type { MemberTimeline } from './timeline.ts'
import type { DemoServices } from './pay-at-sandbox.ts'

type Scene = { timelines: readonly MemberTimeline[]; signal: AbortSignal }

const concurrency = 4

/** Syncs every membership with the provider and books every payment of the history once. */
export async function reconcileBooks(services: DemoServices, { timelines, signal }: Scene): Promise<void> {
  const paid = [...(await paidMonths(services, { timelines, signal })), ...(await paidTips(services))]
  const work = async () => {
    for (let payment = paid.shift(); payment && !signal.aborted; payment = paid.shift())
      await bookPayment(services, payment)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  signal.throwIfAborted()
}

async function paidMonths(services: DemoServices, { timelines, signal }: Scene): Promise<PaymentToBook[]> {
  const payments: PaymentToBook[] = []
  for (const timeline of timelines) {
    signal.throwIfAborted()
    const { personId, snapshots } = await syncMember(services, timeline)
    for (const { id, paid } of snapshots) {
      const [membership] = await services.db
        .select({ id: memberships.id })
        .from(memberships)
        .where(eq(memberships.subscriptionId, id))
      for (const { paymentIntentId } of paid)
        if (membership && paymentIntentId)
          payments.push({ paymentIntentId, kind: 'subscription', sourceId: membership.id, personId })
    }
  }
  return payments
}

async function paidTips({ db }: DemoServices): Promise<PaymentToBook[]> {
  const rows = await db
    .select({ id: tips.id, intentId: tips.paymentIntentId, personId: tips.fromPersonId })
    .from(tips)
    .where(and(eq(tips.status, 'completed'), isNotNull(tips.paymentIntentId)))
  return rows.map(({ id, intentId, personId }) => ({
    paymentIntentId: intentId ?? '',
    kind: 'tip',
    sourceId: id,
    personId,
  }))
}
