import { eq } from 'drizzle-orm'
import type { PrepareDemoCodes } from '#payments/set-up.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { promoCodes } from '../schema.ts'
import { createPromoCode } from './create-promo-code.ts'
import { adoptPromoCode } from './promo-codes-at-stripe.ts'

const demoCodes = [
  { code: 'WELCOME25', percentOff: 25, amountOffCents: null },
  { code: 'FIVEOFF', percentOff: null, amountOffCents: 500 },
  { code: 'FULLTIME', percentOff: 100, amountOffCents: null },
]

/** Leaves existing codes alone. They are not limited to new members: the demo's people were members before. */
export const prepareDemoCodes: PrepareDemoCodes = async (services) => {
  const steps = []
  for (const demo of demoCodes) {
    const what = `promotion code ${demo.code}`
    const row = () => services.db.select().from(promoCodes).where(eq(promoCodes.code, demo.code))
    const [known] = await row()
    const { data } = await withRefusals(
      services.payments.stripe.promotionCodes.list({
        code: demo.code,
        limit: 1,
        expand: ['data.promotion.coupon'],
      }),
    )
    if (!known && data[0]) await adoptPromoCode(services, data[0])
    if (!known && !data[0])
      await createPromoCode(services, null, {
        ...demo,
        campaign: 'Demo',
        months: 1,
        maxUses: null,
        expiresAt: null,
        oncePerPerson: true,
        oncePerCard: true,
        newMembersOnly: false,
        cardRequired: true,
      })
    const [now] = await row()
    const id = now?.promotionId ?? null
    steps.push({ what, id, outcome: known || data[0] ? ('found' as const) : ('made' as const) })
  }
  return steps
}
