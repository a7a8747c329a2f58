import type { Stripe } from 'stripe'
import { idOf } from '#payments/id-of.ts'
import type { Payments } from '#payments/payments.ts'

/** A payment method as its owner knows it; `last4` is empty if there is none. */
export type PaymentMethod = { brand: string; last4: string }

export type ChargeSnapshot = {
  paidWith: PaymentMethod | null
  refundedCents: number
  isRefunded: boolean
  isDisputeLost: boolean
  /** The bank has withdrawn the money and has not decided yet. */
  isDisputeOpen: boolean
}

const maxPages = 20

/** Returns charges by payment intent id. Payments beyond two thousand charges are fetched one by one. */
export async function fetchCharges(
  { stripe }: Pick<Payments, 'stripe'>,
  customerId: string,
  paymentIntentIds: string[],
): Promise<Map<string, ChargeSnapshot>> {
  const facts = new Map<string, ChargeSnapshot>()
  const missing = () => paymentIntentIds.filter((wanted) => !facts.has(wanted))
  let after: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { data, has_more: isCut } = await stripe.charges.list({
      customer: customerId,
      limit: 100,
      ...(after ? { starting_after: after } : {}),
    })
    await addCharges(stripe, data, facts)
    after = data.at(-1)?.id
    if (!isCut || !after || missing().length === 0) return facts
  }
  for (const id of missing())
    await addCharges(stripe, (await stripe.charges.list({ payment_intent: id, limit: 100 })).data, facts)
  return facts
}

async function addCharges(stripe: Stripe, charges: Stripe.Charge[], facts: Map<string, ChargeSnapshot>) {
  for (const charge of charges) {
    if (charge.status !== 'succeeded' || !charge.payment_intent) continue
    const paymentIntentId = idOf(charge.payment_intent)
    const disputes = charge.disputed ? await disputeStatusesOf(stripe, paymentIntentId) : []
    facts.set(paymentIntentId, {
      paidWith: methodOf(charge.payment_method_details),
      refundedCents: charge.amount_refunded,
      isRefunded: charge.refunded,
      isDisputeLost: disputes.includes('lost'),
      isDisputeOpen: disputes.some(hasTakenMoney),
    })
  }
}

async function disputeStatusesOf(stripe: Stripe, paymentIntentId: string): Promise<string[]> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 10 })
  return data.map(({ status }) => status)
}

const closed = new Set(['won', 'lost', 'prevented'])

/** An inquiry (`warning_…`) withdraws no money yet. An unknown status counts as open, as in the ledger. */
const hasTakenMoney = (status: string) => !closed.has(status) && !status.startsWith('warning_')

function methodOf(details: Stripe.Charge.PaymentMethodDetails | null): PaymentMethod | null {
  if (details?.card) return { brand: details.card.brand ?? 'card', last4: details.card.last4 ?? '' }
  if (details?.cashapp) return { brand: 'Cash App', last4: '' }
  return details ? { brand: details.type, last4: '' } : null
}
