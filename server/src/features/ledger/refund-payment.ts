import { and, desc, eq, gt, max, ne } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { v7 as uuid, validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { lockPayment, paymentById } from './payment-journal.ts'
import { ledgerRefunds, type OwnerRefund } from './schema.ts'
import { chargeOfPayment, sendRefund } from './send-refund.ts'

/** Without `amountCents` the rest of the payment is refunded. `pressKey` identifies the submission. */
export type RefundInput = {
  journalId: string
  amountCents?: number | undefined
  reason?: string | undefined
  askedBy: string
  pressKey?: string | undefined
}
const duplicateWindowMs = 10_000

/**
 * Refunds once: the same submission, or an equal refund within ten seconds, returns the existing one. Throws 404 for an
 * unknown payment, 409 if it is disputed, refunded, being refunded, or too small. The ledger follows the provider.
 */
export async function refundPayment(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'log' | 'payments'>,
  input: RefundInput,
): Promise<OwnerRefund> {
  const payment = isUuid(input.journalId) ? await paymentById(services.db, input.journalId) : null
  if (!payment?.providerTxn) throw notFound('Payment')
  const repeated = await findDuplicate(services, services.db, input)
  if (repeated) return sendRefund(services, repeated)
  const charge = await withRefusals(chargeOfPayment(services, payment.providerTxn))
  const leftCents = charge.amount - charge.amount_refunded
  const amountCents = input.amountCents ?? leftCents
  // A repeated refund of the rest finds nothing left, so the first one is returned.
  const repeatedRest =
    leftCents > 0 || input.pressKey ? null : await latestRefund(services, services.db, input)
  if (repeatedRest) return sendRefund(services, repeatedRest)
  if (charge.disputed) await refuseDisputed(services, charge)
  refuseWrongAmount(leftCents, amountCents)
  return sendRefund(
    services,
    await createRefund(services, { ...input, amountCents, payerId: payment.personId }),
  )
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** During an inquiry a payment can still be refunded, which ends the inquiry. */
async function refuseDisputed({ payments }: Pick<Services, 'payments'>, { id }: Stripe.Charge) {
  const { data } = await withRefusals(payments.stripe.disputes.list({ charge: id, limit: 100 }))
  const blocking = data.find((dispute) => !dispute.is_charge_refundable)
  if (blocking?.status === 'won')
    throw conflict('The bank gave this payment back after a dispute: a disputed payment cannot be refunded.')
  if (blocking) throw conflict('The bank has taken this payment back: a disputed payment cannot be refunded.')
}

function refuseWrongAmount(leftCents: number, amountCents: number) {
  if (leftCents <= 0) throw conflict('This payment has been refunded already.')
  if (amountCents > leftCents)
    throw conflict(`At most ${dollars(leftCents)} of this payment can still be refunded.`)
}

/** The refund with the same key; without a key, an equal refund within the duplicate window. */
async function findDuplicate(
  services: Pick<Services, 'clock'>,
  db: Queryable,
  input: RefundInput,
): Promise<OwnerRefund | null> {
  const { journalId, amountCents, askedBy, pressKey } = input
  if (!pressKey) return amountCents === undefined ? null : latestRefund(services, db, input)
  const [found] = await db
    .select()
    .from(ledgerRefunds)
    .where(and(eq(ledgerRefunds.askedBy, askedBy), eq(ledgerRefunds.pressKey, pressKey)))
    .limit(1)
  if (found && found.paymentJournalId !== journalId)
    throw invalid('This Idempotency-Key belongs to the refund of another payment.')
  return found ?? null
}

async function latestRefund(
  { clock }: Pick<Services, 'clock'>,
  db: Queryable,
  { journalId, amountCents, askedBy }: RefundInput,
): Promise<OwnerRefund | null> {
  const [found] = await db
    .select()
    .from(ledgerRefunds)
    .where(
      and(
        eq(ledgerRefunds.askedBy, askedBy),
        eq(ledgerRefunds.paymentJournalId, journalId),
        ne(ledgerRefunds.state, 'refused'),
        gt(ledgerRefunds.createdAt, new Date(clock.now().getTime() - duplicateWindowMs)),
        amountCents === undefined ? undefined : eq(ledgerRefunds.amountCents, amountCents),
      ),
    )
    .orderBy(desc(ledgerRefunds.createdAt))
    .limit(1)
  return found ?? null
}

/** Saves the refund before calling the provider, so that it can be settled whatever happens to the call. */
function createRefund(
  services: Pick<Services, 'db' | 'clock'>,
  input: RefundInput & { amountCents: number; payerId: string | null },
): Promise<OwnerRefund> {
  const { journalId, amountCents, reason, askedBy, pressKey, payerId } = input
  return services.db.transaction(async (tx) => {
    await lockPayment(tx, journalId)
    const repeated = await findDuplicate(services, tx, input)
    if (repeated) return repeated
    const ofPayment = eq(ledgerRefunds.paymentJournalId, journalId)
    const [open] = await tx
      .select({ id: ledgerRefunds.id })
      .from(ledgerRefunds)
      .where(and(ofPayment, eq(ledgerRefunds.state, 'asked')))
    if (open) throw conflict('Another refund of this payment is still on its way.')
    const [last] = await tx
      .select({ number: max(ledgerRefunds.number) })
      .from(ledgerRefunds)
      .where(ofPayment)
    const [refund] = await tx
      .insert(ledgerRefunds)
      .values({
        id: uuid(),
        paymentJournalId: journalId,
        number: (last?.number ?? 0) + 1,
        amountCents,
        reason: reason || null,
        askedBy,
        pressKey: pressKey ?? null,
        state: 'asked',
        createdAt: services.clock.now(),
      })
      .returning()
    if (!refund) throw new Error('the refund was not returned')
    await recordAct(tx, {
      actorId: askedBy,
      action: 'payment_refunded',
      ...(payerId ? { personId: payerId } : {}),
      subject: refund.id,
      ...(reason ? { reason } : {}),
      at: refund.createdAt,
    })
    return refund
  })
}
