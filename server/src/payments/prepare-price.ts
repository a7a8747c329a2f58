import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { Clock } from '#clock.ts'
import { ConfigProblem } from '#config.ts'
import type { Database } from '#db/database.ts'
import type { Price } from './payments.ts'
import { isOutcomeUnknown } from './provider-errors.ts'
import { readSetting, writeSetting } from './settings.ts'

const lookupKey = 'platinum_monthly_usd_1299'

type ForPrice = {
  stripe: Stripe
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  priceId: string | null
}

/**
 * The price members pay: the configured one, or ours, made once. While the provider is away the one it last named
 * serves, so that a restart during an outage does not close the club.
 */
export async function preparePrice({ stripe, db, clock, log, priceId }: ForPrice): Promise<Price> {
  const remembered = await readSetting(db, 'price')
  try {
    const price = toPrice(priceId ? await stripe.prices.retrieve(priceId) : await ourPrice(stripe))
    const text = JSON.stringify(price)
    if (text !== remembered) await writeSetting(db, clock, 'price', text)
    return price
  } catch (error) {
    if (!remembered || !isOutcomeUnknown(error)) throw error
    log.error({ err: error }, 'the payment provider does not answer; using the price it last named')
    // Written above by this program.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(remembered) as Price
  }
}

function toPrice(price: Stripe.Price): Price {
  if (price.currency !== 'usd' || price.unit_amount === null || price.recurring?.interval !== 'month')
    throw new ConfigProblem([`STRIPE_PRICE_ID is ${price.id}: it must be a monthly price in US dollars.`])
  return { id: price.id, unitAmountCents: price.unit_amount, currency: 'usd' }
}

async function ourPrice(stripe: Stripe): Promise<Stripe.Price> {
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })
  if (found.data[0]) return found.data[0]
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
