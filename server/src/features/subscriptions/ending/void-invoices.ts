import { Stripe } from 'stripe'
import { withRefusals, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

/** Stops all later charges; safe to repeat. An invoice with a pending payment stays, and its payment is refunded. */
export async function voidInvoices(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  subscriptionId: string,
): Promise<void> {
  const open = await withRefusals(
    stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }),
  )
  for (const { id } of open.data) if (id) await voidOne(stripe, id)
  // The draft of a subscription can be neither voided nor deleted, so it is kept from being finalized.
  const drafts = await withRefusals(
    stripe.invoices.list({ subscription: subscriptionId, status: 'draft', limit: 100 }),
  )
  for (const { id, auto_advance: goesOn } of drafts.data)
    if (id && goesOn) await withRefusals(stripe.invoices.update(id, { auto_advance: false }))
}

async function voidOne(stripe: Stripe, invoiceId: string) {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw toRefusal(error)
  }
}
