import type { Stripe } from 'stripe'
import { invalid, notFound } from '#errors.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { SyncServices } from '../sync/sync-customer.ts'

type Setup = Required<
  Pick<Stripe.SetupIntentCreateParams, 'customer' | 'allowed_payment_method_types'> & {
    metadata: Record<string, string>
  }
>

/** Returns the secret with which the browser confirms the payment method. */
export async function createSetupIntent(
  { stripe }: Pick<SyncServices['payments'], 'stripe'>,
  { metadata, ...setup }: Setup,
): Promise<string> {
  const intent = await withRefusals(
    stripe.setupIntents.create({
      ...setup,
      usage: 'off_session',
      metadata: { app: 'touchline', ...metadata },
    }),
  )
  if (!intent.client_secret) throw new Error(`setup intent ${intent.id} has no secret`)
  return intent.client_secret
}

/** The payment method a customer confirmed. Throws 404 for an unknown id, 400 if it is unconfirmed. */
export async function confirmedMethod(
  { payments }: Pick<SyncServices, 'payments'>,
  customer: string,
  setupIntentId: string,
): Promise<string> {
  try {
    const intent = await withRefusals(payments.stripe.setupIntents.retrieve(setupIntentId))
    if (intent.customer !== customer) throw notFound('Payment method')
    if (intent.status !== 'succeeded' || typeof intent.payment_method !== 'string')
      throw invalid('This payment method is not confirmed yet.')
    return intent.payment_method
  } catch (error) {
    if (isMissingAtProvider(error)) throw notFound('Payment method')
    throw error
  }
}
