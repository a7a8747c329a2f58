import type { PromoCode } from '@touchline/contract/promo-codes.ts'
import { localDay } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'

/** Describes a discount: `25% off the first month`. */
export function discountText({
  percentOff,
  amountOffCents,
  months,
}: Pick<PromoCode, 'percentOff' | 'amountOffCents' | 'months'>) {
  const off = percentOff === null ? formatDollars((amountOffCents ?? 0) / 100) : `${percentOff}%`
  if (months === null) return `${off} off every month`
  return months === 1 ? `${off} off the first month` : `${off} off the first ${months} months`
}

/** Lists the limits of a code; empty for a code without any. */
export function limitTexts(code: PromoCode): string[] {
  return [
    code.maxUses === null ? null : `${code.maxUses} ${code.maxUses === 1 ? 'use' : 'uses'} at most`,
    code.expiresAt && `until ${localDay(code.expiresAt)}`,
    code.oncePerPerson ? 'once per person' : null,
    code.oncePerCard ? 'once per card' : null,
    code.newMembersOnly ? 'new members only' : null,
    code.cardRequired ? 'asks for a card' : null,
  ].filter((text) => text !== null)
}
