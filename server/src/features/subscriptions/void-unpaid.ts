import { Stripe } from 'stripe'
import { answerOf, toRefusal } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

/**
 * Voids the open invoices of a subscription that has ended, so that nobody is charged for it later; safe to repeat.
 * One whose payment is under way stays: what arrives for it is refunded. Refuses with 503 while the provider does not
 * answer.
 */
export async function voidUnpaid(
  { payments: { stripe } }: Pick<Services, 'payments'>,
  subscriptionId: string,
): Promise<void> {
  const open = await answerOf(
    stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 }),
  )
  for (const { id } of open.data) if (id) await voidOne(stripe, id)
}

async function voidOne(stripe: Stripe, invoiceId: string) {
  try {
    await stripe.invoices.voidInvoice(invoiceId)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw toRefusal(error)
  }
}
