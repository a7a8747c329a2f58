import type { Stripe } from 'stripe'
import type { SetUpStep } from './set-up-step.ts'

const demoCodes = [
  { code: 'WELCOME25', off: { percent_off: 25 } },
  { code: 'FIVEOFF', off: { amount_off: 500, currency: 'usd' } },
  { code: 'FULLTIME', off: { percent_off: 100 } },
] as const

/**
 * The demo's promotion codes, each for one month; made once, and left alone after that, also when switched off. They are
 * not for new members alone: the people of the demo club who can enter a code were members before.
 */
export async function preparePromotionCodes(stripe: Stripe): Promise<SetUpStep[]> {
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
