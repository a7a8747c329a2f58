import { invalid } from '#errors.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { type CodeRules, promotionCodeOf } from './promo-codes.ts'
import { createSetupIntent, confirmedMethod } from './save-payment-method.ts'

type SavedCard = { paymentMethodId: string; fingerprint: string }

export type PreparedCode = { rules: CodeRules; card: SavedCard | null }

type Input = {
  code: string
  /** The customer who uses the code; null if there is none yet. */
  customerId: string | null
  newCustomer: () => Promise<string>
  setupIntentId: string | null
}

/** Returns a secret if the code requires a card and none is saved. Throws 404 for an invalid code, 400 for no card. */
export async function prepareCode(
  services: Pick<Services, 'payments' | 'clock' | 'db'>,
  { code, customerId, newCustomer, setupIntentId }: Input,
): Promise<PreparedCode | { cardSecret: string }> {
  const { payments } = services
  const { rules } = await promotionCodeOf(services, code, customerId)
  if (!rules.needsCard) return { rules, card: null }
  const customer = customerId ?? (await newCustomer())
  if (!setupIntentId) {
    const cardSecret = await createSetupIntent(payments, {
      customer,
      allowed_payment_method_types: ['card'],
      metadata: { coupon: code },
    })
    return { cardSecret }
  }
  const paymentMethodId = await confirmedMethod({ payments }, customer, setupIntentId)
  const { card } = await withRefusals(payments.stripe.paymentMethods.retrieve(paymentMethodId))
  if (!card?.fingerprint) throw invalid('Please use a card with this promo code.')
  return { rules, card: { paymentMethodId, fingerprint: card.fingerprint } }
}
