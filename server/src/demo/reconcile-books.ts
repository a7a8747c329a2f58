import { and, eq, isNotNull } from 'drizzle-orm'
import { bookPayment, type PaymentToBook } from '#features/ledger/book-payment.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { settled } from './membership-events.ts'
import type { Lifeline } from './timeline.ts'
import type { DemoServices } from './pay-at-sandbox.ts'

type Scene = { cast: readonly Lifeline[]; signal: AbortSignal }

const atOnce = 4

/** Syncs every membership with the provider and books every payment of the history once. */
export async function balanceTheBooks(services: DemoServices, { cast, signal }: Scene): Promise<void> {
  const paid = [...(await paidMonths(services, { cast, signal })), ...(await paidTips(services))]
  const work = async () => {
    for (let payment = paid.shift(); payment && !signal.aborted; payment = paid.shift())
      await bookPayment(services, payment)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  signal.throwIfAborted()
}

async function paidMonths(services: DemoServices, { cast, signal }: Scene): Promise<PaymentToBook[]> {
  const payments: PaymentToBook[] = []
  for (const lifeline of cast) {
    signal.throwIfAborted()
    const { personId, readings } = await settled(services, lifeline)
    for (const { id, paid } of readings) {
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
