import type { StripeError } from '@stripe/stripe-js'
import {
  type AnyResult,
  wrongPaymentMethod,
  type ProviderCalls,
  type ProviderError,
  unreachable,
} from './open-provider.ts'
import { loadedStripe } from './stripe-js.ts'

const surprising: ProviderError = { type: 'api_error', message: 'An unexpected error occurred.' }

function toError({
  type,
  code,
  decline_code,
  message,
  payment_intent,
  setup_intent,
}: StripeError): ProviderError {
  return {
    type,
    ...(code === undefined ? {} : { code }),
    ...(decline_code === undefined ? {} : { decline_code }),
    ...(message === undefined ? {} : { message }),
    ...(payment_intent === undefined ? {} : { payment_intent }),
    ...(setup_intent === undefined ? {} : { setup_intent }),
  }
}

/**
 * The Stripe adapter. Stripe.js asks for authentication in a dialog; only a phone's wallet leaves the page.
 */
export function openStripeProvider(publishableKey: string): ProviderCalls {
  const stripeJs = () => loadedStripe(publishableKey).catch(() => null)
  return {
    async confirmPayment({ clientSecret, method, returnUrl }) {
      if (method.type !== 'elements') return { error: wrongPaymentMethod }
      const stripe = await stripeJs()
      if (!stripe) return { error: unreachable }
      const { paymentIntent, error } = await stripe.confirmPayment({
        elements: method.elements,
        clientSecret,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      })
      return error ? { error: toError(error) } : { paymentIntent }
    },
    async confirmSetup({ clientSecret, method, returnUrl }) {
      if (method.type !== 'elements') return { error: wrongPaymentMethod }
      const stripe = await stripeJs()
      if (!stripe) return { error: unreachable }
      const { setupIntent, error } = await stripe.confirmSetup({
        elements: method.elements,
        clientSecret,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      })
      return error ? { error: toError(error) } : { setupIntent }
    },
    async handleNextAction(clientSecret): Promise<AnyResult> {
      const stripe = await stripeJs()
      if (!stripe) return { error: unreachable }
      try {
        const { paymentIntent, setupIntent, error } = await stripe.handleNextAction({ clientSecret })
        if (error) return { error: toError(error) }
        if (paymentIntent) return { paymentIntent }
        return setupIntent ? { setupIntent } : { error: surprising }
      } catch {
        // Stripe.js throws when no action is pending; the server knows the outcome.
        return { error: surprising }
      }
    },
  }
}
