import { Stripe } from 'stripe'
import { withRefusals, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

/**
 * Voids the open invoices of a subscription that has ended and stops the drafts, so that nobody is charged for it
 * later; safe to repeat.
 * One whose payment is under way stays: what arrives for it is refunded. Refuses with 503 while the provider does not
 * answer.
 */
export async function voidInvoices(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  subscriptionId: string,
): Promise<void> {
  const open = await withRefusals(
    stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }),
  )
  for (const { id } of open.data) if (id) await voidOne(stripe, id)
  // A subscription's draft can neither be voided nor deleted: it is kept from being opened and charged by itself.
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
