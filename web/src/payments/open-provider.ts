import type { StripeElements } from '@stripe/stripe-js'
import type { Site } from '@touchline/contract/site.ts'

/** A typed card, digits only, in memory until it is submitted. */
export type CardDetails = { number: string; expMonth: string; expYear: string; cvc: string }

export type TypedMethod = { type: 'card'; card: CardDetails } | { type: 'cashapp' }

/** The chosen payment method. Stripe's fields do not reveal their input. */
export type MethodChoice = TypedMethod | { type: 'elements'; elements: StripeElements }

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

export type PaymentAnswer =
  | { paymentIntent: Intent; error?: undefined }
  | { error: ProviderError; paymentIntent?: undefined }
export type SetupAnswer =
  | { setupIntent: Intent; error?: undefined }
  | { error: ProviderError; setupIntent?: undefined }
export type AnyResult = PaymentAnswer | SetupAnswer

export type Confirmation = { clientSecret: string; method: MethodChoice; returnUrl: string }

export type Purpose = { mode: 'subscription'; amountCents: number } | { mode: 'setup' }

/**
 * The payment provider in the browser. It never throws: failures are in `error`. After `requires_action`,
 * `handleNextAction` lets the person authenticate; only a wallet on a phone leaves the page.
 */
export type PaymentProvider = ProviderCalls & {
  /** False when this installation cannot take payments in the browser; show a message instead of a form. */
  isAvailable: boolean
}

export type ProviderCalls = {
  confirmPayment: (confirmation: Confirmation) => Promise<PaymentAnswer>
  confirmSetup: (confirmation: Confirmation) => Promise<SetupAnswer>
  handleNextAction: (clientSecret: string) => Promise<AnyResult>
}

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

export const wrongPaymentMethod: ProviderError = {
  type: 'invalid_request_error',
  message: 'This payment form belongs to another provider. Reload the page and try again.',
}

/** Loads an adapter on first use: each site has one provider. */
function fetchedLater(fetchAdapter: () => Promise<ProviderCalls>): ProviderCalls {
  const adapter = () => fetchAdapter().catch(() => refusing(unreachable))
  return {
    confirmPayment: async (confirmation) => (await adapter()).confirmPayment(confirmation),
    confirmSetup: async (confirmation) => (await adapter()).confirmSetup(confirmation),
    handleNextAction: async (secret) => (await adapter()).handleNextAction(secret),
  }
}

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
