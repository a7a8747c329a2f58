import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Transaction } from '#db/database.ts'
import type { PaymentToBook } from '#features/ledger/book-payment.ts'
import { recordEvent } from '#events/record-event.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { isOpen } from './tip-rules.ts'
import { type TipRow, tips } from './schema.ts'

/** The state of a tip. `clientSecret` is set only when the bank requires confirmation. */
export type TipOutcome = { tip: TipRow; clientSecret: string | null }

/** A completed tip stays completed; a failed one completes if paid after all. Throws for another tip's payment. */
export async function recordOutcome(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'live' | 'log'>,
  tipId: string,
  intent: Stripe.PaymentIntent,
): Promise<TipOutcome> {
  const { db, clock, jobs, live, log } = services
  return db.transaction(async (tx) => {
    const tip = await lockedTip(tx, tipId)
    refuseForeignIntent(tip, intent)
    const status = statusOf(intent)
    if (!status)
      await raiseAlert(
        tx,
        { clock, log },
        {
          kind: 'unknown-tip-status',
          subject: tipId,
          personId: tip.fromPersonId,
          message: `The payment of a tip has an unknown status: ${intent.status}. The tip stays open.`,
        },
      )
    const mayChange = isOpen(tip) || (tip.status === 'failed' && status === 'completed')
    if (!status || !mayChange) return { tip, clientSecret: null }
    const changed = await changeTip(tx, tipId, {
      status,
      paymentIntentId: intent.id,
      ...(status === 'failed' ? failureOf(intent) : { failureCode: null, failureMessage: null }),
      completedAt: status === 'completed' ? clock.now() : null,
    })
    if (status === 'completed') {
      await jobs.enqueue(tx, 'book-payment', bookingOf(tip, intent.id))
      await live.publish(tx, { person: tip.toPersonId }, { type: 'tip_received', tipId })
      await recordEvent(tx, { kind: 'tip_received', subjectId: tipId, happenedAt: clock.now() })
    }
    return { tip: changed, clientSecret: status === 'requires_action' ? intent.client_secret : null }
  })
}

export const bookingOf = ({ id, fromPersonId }: TipRow, paymentIntentId: string): PaymentToBook => ({
  paymentIntentId,
  kind: 'tip',
  sourceId: id,
  personId: fromPersonId,
})

/** Fails an open tip; a settled one stays unchanged. The message is shown to the member. */
export async function failTip(
  { db }: Pick<Services, 'db'>,
  tipId: string,
  failure: { failureCode: string; failureMessage: string },
): Promise<TipOutcome> {
  return db.transaction(async (tx) => {
    const tip = await lockedTip(tx, tipId)
    const changed = isOpen(tip) ? await changeTip(tx, tipId, { status: 'failed', ...failure }) : tip
    return { tip: changed, clientSecret: null }
  })
}

async function lockedTip(tx: Transaction, tipId: string): Promise<TipRow> {
  const [tip] = await tx.select().from(tips).where(eq(tips.id, tipId)).for('update')
  if (!tip) throw new Error(`there is no tip ${tipId}`)
  return tip
}

async function changeTip(tx: Transaction, tipId: string, values: Partial<TipRow>): Promise<TipRow> {
  const [changed] = await tx.update(tips).set(values).where(eq(tips.id, tipId)).returning()
  if (!changed) throw new Error(`tip ${tipId} was not returned`)
  return changed
}

function refuseForeignIntent(tip: TipRow, intent: Stripe.PaymentIntent): void {
  const isOurs =
    intent.metadata['tip_id'] === tip.id &&
    intent.customer === tip.customerId &&
    intent.amount === tip.amountCents &&
    (tip.paymentIntentId ?? intent.id) === intent.id
  if (!isOurs) throw new Error(`payment ${intent.id} does not belong to tip ${tip.id}`)
}

function statusOf(intent: Stripe.PaymentIntent): TipRow['status'] | null {
  switch (intent.status) {
    case 'succeeded':
      return 'completed'
    case 'processing':
      return 'processing'
    case 'requires_action':
      return 'requires_action'
    case 'requires_payment_method':
    case 'canceled':
      return 'failed'
    default:
      return null
  }
}

function failureOf({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (error)
    return {
      failureCode: error.code ?? error.type,
      failureMessage: error.message ?? 'Your payment was declined.',
    }
  if (status === 'canceled')
    return { failureCode: 'expired', failureMessage: 'The payment was not confirmed in time.' }
  return { failureCode: 'card_declined', failureMessage: 'Your payment was declined.' }
}
