import type { Stripe } from 'stripe'
import type { Services } from '#services.ts'
import { checkProvider } from './check-provider.ts'
import type { Payments } from './payments.ts'
import { repairPortal } from './prepare-portal.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import { isOutcomeUnknown } from './provider-errors.ts'
import type { SetUpStep } from './set-up-step.ts'

/** Reactivates the price and its product when someone archived them. */
async function reactivatePrice(payments: Payments): Promise<SetUpStep[]> {
  const { stripe, price, isPriceNew } = payments
  const { active, product } = await stripe.prices.retrieve(price.id, { expand: ['product'] })
  if (typeof product === 'string') throw new Error(`the product of ${price.id} was not expanded`)
  const isOnSale = !product.deleted && product.active
  if (!isOnSale) await stripe.products.update(product.id, { active: true })
  if (!active) await stripe.prices.update(price.id, { active: true })
  const outcomeOf = (isRight: boolean) => (isPriceNew ? 'made' : isRight ? 'found' : 'repaired')
  return [
    { what: 'product Platinum', id: product.id, outcome: outcomeOf(isOnSale) },
    { what: 'price, by the month', id: price.id, outcome: outcomeOf(active) },
  ]
}

const demoCodes = [
  { code: 'WELCOME25', off: { percent_off: 25 } },
  { code: 'FIVEOFF', off: { amount_off: 500, currency: 'usd' } },
  { code: 'FULLTIME', off: { percent_off: 100 } },
] as const

/** Leaves existing codes alone. They are not limited to new members: the demo's people were members before. */
async function preparePromotionCodes(stripe: Stripe): Promise<SetUpStep[]> {
  const steps: SetUpStep[] = []
  for (const { code, off } of demoCodes) {
    const what = `promotion code ${code}`
    const [known] = (await stripe.promotionCodes.list({ code, limit: 1 })).data
    if (known) {
      steps.push({ what, id: known.id, outcome: 'found' })
      continue
    }
    const coupon = await stripe.coupons.create({ ...off, duration: 'once', name: code })
    const made = await stripe.promotionCodes.create({
      code,
      promotion: { type: 'coupon', coupon: coupon.id },
      metadata: { new_members_only: 'no' },
    })
    steps.push({ what, id: made.id, outcome: 'made' })
  }
  return steps
}

/** Call it once the features have registered their events. Idempotent. Returns what was done. */
export async function makeProviderReady(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'address' | 'payments'>,
  { hasDemoCodes }: { hasDemoCodes: boolean },
): Promise<SetUpStep[]> {
  const { payments } = services
  const steps = [
    ...(await reactivatePrice(payments)),
    ...(hasDemoCodes ? await preparePromotionCodes(payments.stripe) : []),
    await repairPortal(services),
    ...(await prepareWebhookEndpoint(services)),
  ]
  payments.isPriceNew = false
  return steps
}

/** Sets up the sandbox. Real keys are only checked: problems become alerts that `npm run payments:setup` fixes. */
export async function setUpProvider(
  services: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'address' | 'payments'>,
): Promise<void> {
  if (services.payments.provider === 'sandbox') {
    await makeProviderReady(services, { hasDemoCodes: true })
    return
  }
  try {
    await checkProvider(services)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    services.log.error({ err: error }, 'payment provider unavailable; its set-up was not checked')
  }
}
