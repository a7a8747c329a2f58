import { formatDay } from '#time/format-date.ts'
import { inDollars } from '#money/format-dollars.ts'
import type { PaymentMethod } from '../snapshot/charge-snapshot.ts'
import type { PaidInvoice } from '../snapshot/invoice-snapshot.ts'

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** A payment method as text: `Visa ending in 4242`. */
export const paymentMethodText = ({ brand, last4 }: PaymentMethod) =>
  `${brands[brand] ?? brand}${last4 ? ` ending in ${last4}` : ''}`

/** The lines of a receipt. */
export function receiptLines({ id, amountCents, periodStart, periodEnd, paidAt, paidWith }: PaidInvoice) {
  const period = `Platinum membership, ${formatDay(periodStart)} to ${formatDay(periodEnd)}`
  if (amountCents === 0) return ['', `${period}: your promo code covers it, so nothing was charged.`]
  return [
    '',
    'Your receipt',
    `For: ${period}`,
    `Paid: ${inDollars(amountCents)} on ${formatDay(paidAt)}${paidWith ? ` with ${paymentMethodText(paidWith)}` : ''}`,
    `Number: ${id}`,
  ]
}
