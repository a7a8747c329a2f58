import type { StripeElements } from '@stripe/stripe-js'
import type { Site } from '@touchline/contract/site.ts'

/** A card as it was typed, digits only. Lives in memory until it is sent, and goes nowhere else. */
export type CardDetails = { number: string; expMonth: string; expYear: string; cvc: string }

/** What somebody typed into our own fields; they exist in a rehearsal only. */
export type TypedMethod = { type: 'card'; card: CardDetails } | { type: 'cashapp' }

/** What somebody pays with. Stripe's own fields keep to themselves what was typed into them. */
export type MethodChoice = TypedMethod | { type: 'elements'; elements: StripeElements }

/** A payment or setup intent, as far as the pages look at it. `status` is the provider's word. */
export type Intent = { id: string; status: string; client_secret?: string | null }

/** What went wrong, in Stripe's shape; `message` may be shown to the person. */
export type ProviderError = {
  type: string
  code?: string
  decline_code?: string
  message?: string
  payment_intent?: Intent
  setup_intent?: Intent
}

/** An intent, or an error: the shapes Stripe.js answers with. */
export type PaymentAnswer =
  | { paymentIntent: Intent; error?: undefined }
  | { error: ProviderError; paymentIntent?: undefined }
export type SetupAnswer =
  | { setupIntent: Intent; error?: undefined }
  | { error: ProviderError; setupIntent?: undefined }
export type AnyResult = PaymentAnswer | SetupAnswer

/** `returnUrl` is where somebody comes back to who had to leave the page; most never do. */
export type Confirmation = { clientSecret: string; method: MethodChoice; returnUrl: string }

/** What a form is for: the first payment of a subscription, or saving a method without paying now. */
export type Purpose = { mode: 'subscription'; amountCents: number } | { mode: 'setup' }

/**
 * The payment provider in the browser. Nothing here throws: what fails is in the answer's `error`. A confirmed
 * intent may be `requires_action`: then `handleNextAction` lets the person authenticate (in a dialog; only a
 * wallet on a phone leaves the page) and answers what became of it. Secrets of either kind of intent will do.
 */
export type PaymentProvider = ProviderCalls & {
  /** False where this installation cannot take payments in the browser; then say so instead of a form. */
  isAvailable: boolean
}

/** What an adapter for one provider does. */
export type ProviderCalls = {
  confirmPayment: (confirmation: Confirmation) => Promise<PaymentAnswer>
  confirmSetup: (confirmation: Confirmation) => Promise<SetupAnswer>
  handleNextAction: (clientSecret: string) => Promise<AnyResult>
}

/** The sentence where a form would be while the provider has none for this installation. */
export const notAvailable = 'Card payment is not available on this installation yet.'

const refusing = (error: ProviderError): ProviderCalls => ({
  confirmPayment: async () => ({ error }),
  confirmSetup: async () => ({ error }),
  handleNextAction: async () => ({ error }),
})

const absent = refusing({ type: 'api_error', message: notAvailable })

/** Said when nobody knows whether the provider heard us. */
export const unreachable: ProviderError = {
  type: 'api_connection_error',
  message:
    'We could not reach the payment provider. Check your connection and try again: you are never charged twice.',
}

/** Said when a method meets the adapter of another provider, which the forms make impossible. */
export const wrongPaymentMethod: ProviderError = {
  type: 'invalid_request_error',
  message: 'This payment form belongs to another provider. Reload the page and try again.',
}

/** An adapter that is fetched when it is first asked for something: no site loads the code of the other kind. */
function fetchedLater(fetchAdapter: () => Promise<ProviderCalls>): ProviderCalls {
  const adapter = () => fetchAdapter().catch(() => refusing(unreachable))
  return {
    confirmPayment: async (confirmation) => (await adapter()).confirmPayment(confirmation),
    confirmSetup: async (confirmation) => (await adapter()).confirmSetup(confirmation),
    handleNextAction: async (secret) => (await adapter()).handleNextAction(secret),
  }
}

/** The provider of this site. */
export function openProvider({ payments }: Pick<Site, 'payments'>): PaymentProvider {
  const { provider, apiBase, publishableKey } = payments
  if (provider === 'stripe')
    return {
      isAvailable: true,
      ...fetchedLater(async () => (await import('./stripe-provider.ts')).openStripeProvider(publishableKey)),
    }
  if (apiBase === null) return { isAvailable: false, ...absent }
  const sandbox = async () =>
    (await import('./sandbox-provider.ts')).openSandboxProvider({ apiBase, publishableKey })
  return { isAvailable: true, ...fetchedLater(sandbox) }
}
