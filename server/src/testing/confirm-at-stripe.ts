import { Stripe } from 'stripe'
import { skipAtStripe } from './at-stripe.ts'
import type { Club } from './club.ts'

const cardTokens = new Map([
  ['4242424242424242', 'pm_card_visa'],
  ['5555555555554444', 'pm_card_mastercard'],
  ['4000000000000002', 'pm_card_chargeDeclined'],
  ['4000000000009995', 'pm_card_chargeDeclinedInsufficientFunds'],
  ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard'],
  ['4000002760003184', 'pm_card_authenticationRequired'],
  ['4000000000000341', 'pm_card_chargeCustomerFail'],
])

/** Stripe's token of a test card; a number without one skips the test. */
export const tokenOf = (number: string): string =>
  cardTokens.get(number) ?? skipAtStripe('sends a card’s number')

type Method = { payment_method: string } | { payment_method_data: { type: 'cashapp' } }

/** Confirms an intent like the payment page, with the secret key instead of a browser. */
export async function confirmAtStripe(club: Club, clientSecret: string, method: Method): Promise<Confirmed> {
  const { stripe } = club.services.payments
  const [id = ''] = clientSecret.split('_secret_')
  const wanted = { ...method, return_url: `${club.url}/payment-success` }
  try {
    const intent = clientSecret.startsWith('seti_')
      ? await stripe.setupIntents.confirm(id, wanted)
      : await stripe.paymentIntents.confirm(id, wanted)
    const { status, next_action } = intent
    const url = next_action?.redirect_to_url?.url
    const asked = url ? { redirect_to_url: { url } } : {}
    return { status: 200, intent: { id, status, next_action: next_action && asked }, error: null }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { statusCode, code, message } = error
    return { status: statusCode ?? 0, intent: null, error: { code: code ?? '', message } }
  }
}

export type Confirmed = {
  status: number
  intent: { id: string; status: string; next_action: NextAction | null } | null
  error: { code: string; message: string } | null
}

export type NextAction = {
  redirect_to_url?: { url: string }
  cashapp_handle_redirect_or_display_qr_code?: { hosted_instructions_url: string }
}
