import { invalid } from '#errors.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { createSetupIntent, confirmedMethod } from './update-payment-method.ts'
import { type CodeRules, promotionCodeOf, rulesOf } from './promo-codes.ts'

/** A saved card and its fingerprint at the provider. */
type SavedCard = { paymentMethodId: string; fingerprint: string }

export type PreparedCode = { rules: CodeRules; card: SavedCard | null }

type Input = {
  code: string
  /** Whose customer the code is for; null for somebody who has none yet. */
  customerId: string | null
  /** Makes that customer, to save a card to. */
  newCustomer: () => Promise<string>
  setupIntentId: string | null
}

/**
 * The rules of a code and the card that was saved for it. Where the code needs a card and none was saved, returns the
 * secret with which the browser saves one. Refuses with 404 a code that does not hold and with 400 anything but a card.
 */
export async function prepareCode(
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
  { code, customerId, newCustomer, setupIntentId }: Input,
): Promise<PreparedCode | { cardSecret: string }> {
  const rules = rulesOf(await promotionCodeOf(payments, clock, code, customerId), payments)
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
