import { idOf } from '#payments/id-of.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

const isPayment = (name: string) => /^(ch|py|pi)_\w+$/.test(name)

/**
 * The balance transaction of a charge or payment id; null for other text and for payments the provider does not know
 * or has not settled. Throws a refusal while the provider does not respond.
 */
export async function findTransactionId({ payments }: Pick<Services, 'payments'>, name: string) {
  if (!isPayment(name)) return null
  const { charges, paymentIntents } = payments.stripe
  try {
    const charge = name.startsWith('pi_')
      ? (await withRefusals(paymentIntents.retrieve(name, { expand: ['latest_charge'] }))).latest_charge
      : await withRefusals(charges.retrieve(name))
    const settled = charge && typeof charge !== 'string' ? charge.balance_transaction : null
    return idOf(settled)
  } catch (error) {
    if (isMissingAtProvider(error)) return null
    throw error
  }
}
