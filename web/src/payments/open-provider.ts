import type { StripeElements } from '@stripe/stripe-js'
import type { Site } from '@touchline/contract/site.ts'

/** A typed card, digits only. It stays in memory until it is submitted. */
export type CardDetails = { number: string; expMonth: string; expYear: string; cvc: string }

/** The input of the sandbox fields. */
export type TypedMethod = { type: 'card'; card: CardDetails } | { type: 'cashapp' }

/** The chosen payment method. Stripe's fields do not reveal their input. */
export type MethodChoice = TypedMethod | { type: 'elements'; elements: StripeElements }

/** The fields of a payment or setup intent that pages use. `status` is Stripe's. */
export type Intent = { id: string; status: string; client_secret?: string | null }

/** An error in Stripe's shape; `message` may be shown to the user. */
export type ProviderError = {
  type: string
  code?: string
  decline_code?: string
  message?: string
  payment_intent?: Intent
  setup_intent?: Intent
}

/** An intent or an error, as Stripe.js returns them. */
export type PaymentAnswer =
  | { paymentIntent: Intent; error?: undefined }
  | { error: ProviderError; paymentIntent?: undefined }
export type SetupAnswer =
  | { setupIntent: Intent; error?: undefined }
  | { error: ProviderError; setupIntent?: undefined }
export type AnyResult = PaymentAnswer | SetupAnswer

/** `returnUrl` is the return address for methods that leave the page. */
export type Confirmation = { clientSecret: string; method: MethodChoice; returnUrl: string }

/** The purpose of a form: the first payment of a subscription, or saving a method without a payment. */
export type Purpose = { mode: 'subscription'; amountCents: number } | { mode: 'setup' }

/**
 * The payment provider in the browser. Nothing here throws; failures are in `error`. A confirmed intent may be
 * `requires_action`: then `handleNextAction` lets the person authenticate (in a dialog; only a wallet on a phone leaves the
 * page) and returns the outcome. Accepts secrets of both kinds of intents.
 */
export type PaymentProvider = ProviderCalls & {
  /** False when this installation cannot take payments in the browser; show a message instead of a form. */
  isAvailable: boolean
}

/** The calls of a provider adapter. */
export type ProviderCalls = {
  confirmPayment: (confirmation: Confirmation) => Promise<PaymentAnswer>
  confirmSetup: (confirmation: Confirmation) => Promise<SetupAnswer>
  handleNextAction: (clientSecret: string) => Promise<AnyResult>
}

/** The message in place of a form when payments are not available. */
export const notAvailable = 'Card payment is not available on this installation yet.'

const refusing = (error: ProviderError): ProviderCalls => ({
  confirmPayment: async () => ({ error }),
  confirmSetup: async () => ({ error }),
  handleNextAction: async () => ({ error }),
})

const absent = refusing({ type: 'api_error', message: notAvailable })

/** The message when it is unknown whether the provider received the request. */
export const unreachable: ProviderError = {
  type: 'api_connection_error',
  message:
    'We could not reach the payment provider. Check your connection and try again: you are never charged twice.',
}

/** The error for a method of another provider, which the forms prevent. */
export const wrongPaymentMethod: ProviderError = {
  type: 'invalid_request_error',
  message: 'This payment form belongs to another provider. Reload the page and try again.',
}

/** Loads an adapter on first use, so that no site loads the code of the other provider. */
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
