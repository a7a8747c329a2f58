import { checkProvider } from './check-provider.ts'
import { isOutcomeUnknown } from './provider-errors.ts'
import { repairPortal } from './prepare-portal.ts'
import { prepareWebhookEndpoint } from './prepare-webhook-endpoint.ts'
import type { ForSetUp, SetUpStep } from './set-up-step.ts'
import { reactivatePrice } from './reactivate-price.ts'
import type { Stripe } from 'stripe'

const demoCodes = [
  { code: 'WELCOME25', off: { percent_off: 25 } },
  { code: 'FIVEOFF', off: { amount_off: 500, currency: 'usd' } },
  { code: 'FULLTIME', off: { percent_off: 100 } },
] as const

/**
 * The demo's promotion codes, each for one month; made once, and left alone after that, also when switched off. They are
 * not for new members alone: the people of the demo club who can enter a code were members before.
 */
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

/**
 * Makes what the site needs at the provider, and mends what is no longer as it should be: the price, the promotion
 * codes of the demo (when asked for), its portal, and where this server listens for which events. Call once the features have
 * said what they wait for. Doing it again changes nothing. Answers what was found and what was done.
 */
export async function makeProviderReady(
  services: ForSetUp,
  { hasDemoCodes }: { hasDemoCodes: boolean },
): Promise<SetUpStep[]> {
  const { db, clock, address, payments } = services
  const steps = [
    ...(await reactivatePrice(payments)),
    ...(hasDemoCodes ? await preparePromotionCodes(payments.stripe) : []),
    await repairPortal({ stripe: payments.stripe, db, clock, siteUrl: address.url }),
    ...(await prepareWebhookEndpoint(services)),
  ]
  payments.isPriceNew = false
  return steps
}

/**
 * What a start does at the provider: the sandbox is made ready, since nobody else would. Real keys are only looked
 * after: what is missing becomes an alert, and `npm run payments:setup` makes it.
 */
export async function setUpProvider(services: ForSetUp): Promise<void> {
  if (services.payments.provider === 'sandbox') {
    await makeProviderReady(services, { hasDemoCodes: true })
    return
  }
  try {
    await checkProvider(services)
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    services.log.error({ err: error }, 'the payment provider does not answer; its set-up was not checked')
  }
}
