import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Database } from '#db/database.ts'
import { isMissingAtProvider, isNotPermitted, isOutcomeUnknown } from './provider-errors.ts'
import { readSetting, writeSetting } from './settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import type { Price } from './price.ts'
import type { Clock } from '#time/clock.ts'

const lookupKey = 'platinum_monthly_usd_1299'

const noPrice =
  'Stripe has no price for the membership yet: run "npm run payments:setup", or set STRIPE_PRICE_ID.'

const noRight =
  'STRIPE_SECRET_KEY is restricted and may not read prices: give it the permissions listed in docs/operating.md.'

type Options = {
  stripe: Stripe
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  /** STRIPE_PRICE_ID; null finds the price by its lookup key. */
  priceId: string | null
  /** Whether a missing price may be created. */
  mayCreate: boolean
}

/**
 * While the provider is away or denies access, the last known price is used: an outage does not close the club.
 * Throws ConfigProblem.
 */
export async function preparePrice(options: Options): Promise<{ price: Price; isNew: boolean }> {
  const { stripe, db, clock, log, priceId, mayCreate } = options
  const saved = await readSetting(db, 'price')
  try {
    const found = priceId ? await configuredPrice(stripe, priceId) : await ourPrice(stripe)
    if (!found && !mayCreate) throw new ConfigProblem([noPrice])
    const price = toPrice(found ?? (await createPrice(stripe)))
    const text = JSON.stringify(price)
    if (text !== saved) await writeSetting(db, clock, 'price', text)
    return { price, isNew: !found }
  } catch (error) {
    const isForbidden = isNotPermitted(error)
    // A denied key never sees the price: the saved one must not replace a different configured one.
    const isOther = priceId !== null && !saved?.includes(`"${priceId}"`)
    if (isForbidden && (!saved || isOther)) throw new ConfigProblem([noRight])
    if (!saved || !(isForbidden || isOutcomeUnknown(error))) throw error
    log.error({ err: error }, 'reading the price from the payment provider failed; using the last known one')
    // Written above.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { price: JSON.parse(saved) as Price, isNew: false }
  }
}

function toPrice(price: Stripe.Price): Price {
  const { interval, interval_count: months, usage_type: usage } = price.recurring ?? {}
  const isMonthly = interval === 'month' && months === 1 && usage === 'licensed'
  if (price.currency !== 'usd' || price.unit_amount === null || !isMonthly)
    throw new ConfigProblem([
      `The price ${price.id} cannot be used: it must be a fixed monthly amount in US dollars.`,
    ])
  return { id: price.id, unitAmountCents: price.unit_amount, currency: 'usd' }
}

async function configuredPrice(stripe: Stripe, priceId: string): Promise<Stripe.Price> {
  try {
    return await stripe.prices.retrieve(priceId)
  } catch (error) {
    if (!isMissingAtProvider(error)) throw error
    throw new ConfigProblem([
      `STRIPE_PRICE_ID is ${priceId}, which STRIPE_SECRET_KEY does not know: it belongs to another mode (live, test) or account. Set the right one, or none and run "npm run payments:setup".`,
    ])
  }
}

async function ourPrice(stripe: Stripe): Promise<Stripe.Price | null> {
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })
  return found.data[0] ?? null
}

async function createPrice(stripe: Stripe): Promise<Stripe.Price> {
  const product = await stripe.products.create(
    { name: 'Platinum', metadata: { app: 'touchline' } },
    { idempotencyKey: 'setup:product:platinum' },
  )
  return stripe.prices.create(
    {
      product: product.id,
      currency: 'usd',
      unit_amount: 1299,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
    },
    { idempotencyKey: `setup:price:${lookupKey}` },
  )
}
