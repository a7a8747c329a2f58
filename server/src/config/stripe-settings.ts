import { listed } from './comma-list.ts'
import { loopbackNames } from './loopback.ts'

/** What the configuration says of Stripe. */
export type StripeSettings = {
  secretKey: string
  publishableKey: string
  /** One, or two while one is being replaced; none where `payments:setup` keeps it. */
  webhookSecrets: string[]
  /** null: the price that `payments:setup` made. */
  priceId: string | null
  /** Another server of this machine that speaks Stripe's API, for rehearsals; null for Stripe itself. */
  apiBase: URL | null
}

const stripeNames = [
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
  'STRIPE_API_BASE',
] as const

const modeOf = (key: string) => /_(live|test)_/.exec(key)?.[1]

/** Reads the keys of real payments, null where there are none; adds a line to `problems` for everything that is wrong. */
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

/** Of two keys that were mixed up, the secret one would be shown to every browser. */
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
    problems.push('STRIPE_SECRET_KEY is no secret key: it must begin with sk_ or, with fewer rights, rk_.')
  if (!publishableKey) problems.push('STRIPE_PUBLISHABLE_KEY is missing: it belongs to STRIPE_SECRET_KEY.')
  else if (!publishableKey.startsWith('pk_'))
    problems.push(
      'STRIPE_PUBLISHABLE_KEY is no publishable key, and browsers are shown it: it must begin with pk_.',
    )
  else if (modeOf(publishableKey) !== modeOf(secretKey))
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes (live and test).')
  if (webhookSecrets.some((secret) => !secret.startsWith('whsec_')))
    problems.push('STRIPE_WEBHOOK_SECRET is no secret of an endpoint: it must begin with whsec_.')
}

/** Payments that are not Stripe's must never look like them: this machine only, and never with a live key. */
function stripeApiBase(given: string | null, secretKey: string, problems: string[]): URL | null {
  if (given === null) return null
  const url = URL.canParse(given) ? new URL(given) : null
  if (!url || url.protocol !== 'http:' || !loopbackNames.has(url.hostname) || url.pathname !== '/')
    problems.push('STRIPE_API_BASE must be an address of this machine, like http://127.0.0.1:12111.')
  if (modeOf(secretKey) !== 'test') problems.push('STRIPE_API_BASE may only be used with a test key.')
  return url
}

/** What members may pay with: all there is, or what is named. */
export function paymentMethods(given: string | null, problems: string[]): ('card' | 'cashapp')[] {
  const known = ['card', 'cashapp'] as const
  const names = given === null ? [...known] : listed(given)
  const methods = known.filter((method) => names.includes(method))
  if (methods.length !== names.length || methods.length === 0)
    problems.push('PAYMENT_METHODS may name card and cashapp, separated by a comma.')
  return methods
}
