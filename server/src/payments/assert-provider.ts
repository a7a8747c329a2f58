import type { FastifyBaseLogger } from 'fastify'
import { Stripe } from 'stripe'
import { type Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { isNotPermitted, isOutcomeUnknown } from './provider-errors.ts'
import { readSetting, writeSetting } from './settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import type { Clock } from '#time/clock.ts'

export type ProviderMode = 'sandbox' | 'test' | 'live'

export function modeOf({ payments: { stripe } }: Pick<Config, 'payments'>): ProviderMode {
  if (!stripe) return 'sandbox'
  return stripe.secretKey.includes('_live_') ? 'live' : 'test'
}

const named = { sandbox: 'payments of the sandbox', test: 'test payments', live: 'live payments' }

const askedFor = {
  sandbox: 'There is no STRIPE_SECRET_KEY, so payments would be the sandbox’s',
  test: 'STRIPE_SECRET_KEY is a test key',
  live: 'STRIPE_SECRET_KEY is a live key',
}

const wayOut = 'Use a fresh database (DATA_DIR or DATABASE_URL), or what this one was made with.'

/** The first start decides. Throws ConfigProblem for another kind: sandbox and real memberships must never mix. */
export async function assertSameMode(db: Database, clock: Clock, mode: ProviderMode): Promise<void> {
  const stored = await readSetting(db, 'provider_mode')
  if (stored === null) return writeSetting(db, clock, 'provider_mode', mode)
  if (stored === mode) return
  const known = stored === 'sandbox' || stored === 'test' || stored === 'live' ? named[stored] : stored
  throw new ConfigProblem([`${askedFor[mode]}, but this database holds ${known}. ${wayOut}`])
}

const dollarsOnly =
  'Prices, books and payouts of this site are in US dollars: use an account whose currency is USD.'

/**
 * Throws ConfigProblem for a key of another account, an invalid key, or one that does not settle in US dollars.
 * While Stripe is unavailable the start continues, and the next one checks again.
 */
export async function assertSameAccount({
  stripe,
  db,
  clock,
  log,
}: {
  stripe: Stripe
  db: Database
  clock: Clock
  log: FastifyBaseLogger
}): Promise<void> {
  const stored = await readSetting(db, 'provider_account')
  try {
    const { id, default_currency: currency } = await stripe.accounts.retrieveCurrent()
    if (currency && currency !== 'usd')
      throw new ConfigProblem([`The account ${id} settles in ${currency.toUpperCase()}. ${dollarsOnly}`])
    if (stored === null) await writeSetting(db, clock, 'provider_account', id)
    else if (stored !== id)
      throw new ConfigProblem([
        `STRIPE_SECRET_KEY belongs to the account ${id}, but this database holds payments of ${stored}. ${wayOut}`,
      ])
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new ConfigProblem([
        'STRIPE_SECRET_KEY is not accepted by Stripe: it is wrong, expired or revoked.',
      ])
    if (!isNotPermitted(error) && !isOutcomeUnknown(error)) throw error
    log.warn({ err: error }, 'checking the account of STRIPE_SECRET_KEY failed')
  }
}
