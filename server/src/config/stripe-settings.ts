import { listed } from './comma-list.ts'
import { loopbackNames } from './loopback.ts'

export type StripeSettings = {
  secretKey: string
  publishableKey: string
  /** Usually one secret, two during a rotation, none when `payments:setup` manages it. */
  webhookSecrets: string[]
  /** Null uses the price that `payments:setup` made. */
  priceId: string | null
  /** A local server that speaks Stripe's API, for testing; null uses Stripe. */
  apiBase: URL | null
}

const stripeNames = [
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
  'STRIPE_API_BASE',
] as const

const modeOf = (key: string) => /_(live|test)_/.exec(key)?.[1]

/** Null without STRIPE_SECRET_KEY. Adds a line to `problems` for every invalid setting. */
export function stripeSettings(
  text: (name: string) => string | null,
  problems: string[],
): StripeSettings | null {
  const secretKey = text('STRIPE_SECRET_KEY')
  const publishableKey = text('STRIPE_PUBLISHABLE_KEY')
  const webhookSecrets = listed(text('STRIPE_WEBHOOK_SECRET'))
  if (!secretKey) {
    const stray = stripeNames.filter((name) => text(name) !== null)
    if (stray.length > 0)
      problems.push(`STRIPE_SECRET_KEY is missing: without it ${stray.join(' and ')} would be ignored.`)
    return null
  }
  refuseMixedUp({ secretKey, publishableKey, webhookSecrets }, problems)
  return {
    secretKey,
    publishableKey: publishableKey ?? '',
    webhookSecrets,
    priceId: text('STRIPE_PRICE_ID'),
    apiBase: stripeApiBase(text('STRIPE_API_BASE'), secretKey, problems),
  }
}

/** If the keys were swapped, every browser would receive the secret one. */
function refuseMixedUp(
  {
    secretKey,
    publishableKey,
    webhookSecrets,
  }: Pick<StripeSettings, 'secretKey' | 'webhookSecrets'> & {
    publishableKey: string | null
  },
  problems: string[],
) {
  if (!/^[sr]k_/.test(secretKey))
    problems.push('STRIPE_SECRET_KEY is not a secret key: it must begin with sk_ or, with fewer rights, rk_.')
  if (!publishableKey) problems.push('STRIPE_PUBLISHABLE_KEY is missing: it belongs to STRIPE_SECRET_KEY.')
  else if (!publishableKey.startsWith('pk_'))
    problems.push(
      'STRIPE_PUBLISHABLE_KEY is not a publishable key, and browsers receive it: it must begin with pk_.',
    )
  else if (modeOf(publishableKey) !== modeOf(secretKey))
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes (live and test).')
  if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
    problems.push('STRIPE_WEBHOOK_SECRET is not an endpoint’s signing secret: it must begin with whsec_.')
}

/** Fake payments must never look real: STRIPE_API_BASE must be on this machine and used with a test key. */
function stripeApiBase(given: string | null, secretKey: string, problems: string[]): URL | null {
  if (given === null) return null
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || url.protocol !== 'http:' || !loopbackNames.has(url.hostname) || url.pathname !== '/')
    problems.push('STRIPE_API_BASE must be an address of this machine, like http://127.0.0.1:12111.')
  if (modeOf(secretKey) !== 'test') problems.push('STRIPE_API_BASE may only be used with a test key.')
  return url
}

/** The payment methods members may use: the named ones, or all. */
export function paymentMethods(given: string | null, problems: string[]): ('card' | 'cashapp')[] {
  const known = ['card', 'cashapp'] as const
  const names = given === null ? [...known] : listed(given)
  const methods = known.filter((method) => names.includes(method))
  if (methods.length !== names.length || methods.length === 0)
    problems.push('PAYMENT_METHODS may name card and cashapp, separated by a comma.')
  return methods
}
