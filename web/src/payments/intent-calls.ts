import {
  type AnyResult,
  type Intent,
  type ProviderError,
  type SetupAnswer,
  type TypedMethod,
  unreachable,
} from './open-provider.ts'

export type Account = { apiBase: string; publishableKey: string }

export type FullIntent = Intent & {
  object: 'payment_intent' | 'setup_intent'
  next_action?: {
    redirect_to_url?: { url: string }
    cashapp_handle_redirect_or_display_qr_code?: { hosted_instructions_url: string }
  } | null
  last_payment_error?: ProviderError | null
  last_setup_error?: ProviderError | null
}

export type FullAnswer =
  | { intent: FullIntent; error?: undefined }
  | { error: ProviderError; intent?: undefined }

/** Returns the intent id of a client secret: `pi_1` for `pi_1_secret_2`. */
const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

const addressOf = ({ apiBase }: Account, clientSecret: string) => {
  const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  return `${apiBase}/v1/${kind}/${encodeURIComponent(idIn(clientSecret))}`
}

async function ask(address: string, init: RequestInit): Promise<FullAnswer> {
  try {
    const response = await fetch(address, { ...init, credentials: 'omit' })
    // Stripe's wire format; we have no schema for it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const body = (await response.json()) as FullIntent & { error?: ProviderError }
    if (response.ok) return { intent: body }
    return { error: body.error ?? { type: 'api_error' } }
  } catch {
    return { error: unreachable }
  }
}

export function readIntent(account: Account, clientSecret: string): Promise<FullAnswer> {
  const query = new URLSearchParams({ client_secret: clientSecret })
  return ask(`${addressOf(account, clientSecret)}?${query}`, {
    headers: { authorization: `Bearer ${account.publishableKey}` },
  })
}

function methodFields(method: TypedMethod): Record<string, string> {
  if (method.type === 'cashapp') return { 'payment_method_data[type]': 'cashapp' }
  const { number, expMonth, expYear, cvc } = method.card
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': expMonth,
    'payment_method_data[card][exp_year]': expYear,
    'payment_method_data[card][cvc]': cvc,
  }
}

/** Confirms an intent as Stripe.js does: form-encoded, with the publishable key. */
export function confirmIntent(
  account: Account,
  confirmation: { clientSecret: string; method: TypedMethod; returnUrl: string | null },
): Promise<FullAnswer> {
  const { clientSecret, method, returnUrl } = confirmation
  const form = new URLSearchParams({
    client_secret: clientSecret,
    ...methodFields(method),
    ...(returnUrl ? { return_url: returnUrl } : {}),
  })
  return ask(`${addressOf(account, clientSecret)}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  })
}

export function redirectUrl({ status, next_action: next }: FullIntent): string | null {
  if (status !== 'requires_action') return null
  return (
    next?.redirect_to_url?.url ??
    next?.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url ??
    null
  )
}

export function toAnswer(answer: FullAnswer): AnyResult {
  if (answer.error) return { error: answer.error }
  return answer.intent.object === 'setup_intent'
    ? { setupIntent: answer.intent }
    : { paymentIntent: answer.intent }
}

export function toSetupAnswer(answer: FullAnswer): SetupAnswer {
  return answer.error ? { error: answer.error } : { setupIntent: answer.intent }
}
