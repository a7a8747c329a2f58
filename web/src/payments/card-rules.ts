import type { CardDetails } from './open-provider.ts'
import { isTestCard } from './test-cards.ts'

export type CardFields = { number: string; expiry: string; cvc: string }
export type CardProblems = Partial<Record<keyof CardFields, string>>
export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'discover'

export const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}

const longest = 19

export const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Returns the brand of a card number prefix, or null while it is ambiguous. */
export function cardBrand(number: string): CardBrand | null {
  const digits = digitsOf(number)
  if (digits.startsWith('4')) return 'visa'
  if (/^3[47]/.test(digits)) return 'amex'
  const prefix = Number(digits.slice(0, 4))
  if (/^5[1-5]/.test(digits) || (digits.length >= 4 && prefix >= 2221 && prefix <= 2720)) return 'mastercard'
  return /^(6011|65|64[4-9])/.test(digits) ? 'discover' : null
}

/** Groups the digits as printed on the card: 4 4 4 4, American Express 4 6 5. */
export function grouped(number: string): string {
  const digits = digitsOf(number).slice(0, longest)
  const groups = cardBrand(digits) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?.*$/ : null
  if (groups) return digits.replace(groups, '$1 $2 $3').trim()
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats `1227`, `12/27` and `12/2027` as `12 / 27`. A first digit above 1, or before a slash, is a whole month. */
export function groupedExpiry(typed: string): string {
  const digits = digitsOf(typed).replace(/^(\d\d)20(\d\d)$/, '$1$2')
  const isMonth = /^[2-9]/.test(digits) || /^\D*\d\s*\//.test(typed)
  const padded = isMonth ? `0${digits}` : digits
  if (padded.length < 3) return padded
  return `${padded.slice(0, 2)} / ${padded.slice(2, 4)}`
}

export function passesLuhn(number: string): boolean {
  const sum = Array.from(digitsOf(number))
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

function numberProblem(number: string, testCardsOnly: boolean): string | undefined {
  const digits = digitsOf(number)
  if (digits === '') return 'Enter your card number.'
  const length = cardBrand(digits) === 'amex' ? 15 : 16
  if (digits.length < length) return 'Your card number is incomplete.'
  if (!passesLuhn(digits)) return 'Your card number is incorrect.'
  if (testCardsOnly && !isTestCard(digits))
    return 'Payments are a rehearsal here, so only test cards are taken. This number was not sent anywhere.'
  return undefined
}

function expiryProblem(expiry: string, now: Date): string | undefined {
  const digits = digitsOf(expiry)
  if (digits === '') return 'Enter the expiry date.'
  if (digits.length < 4) return 'The expiry date is incomplete.'
  const [month, year] = [Number(digits.slice(0, 2)), 2000 + Number(digits.slice(2, 4))]
  if (month < 1 || month > 12) return 'There is no such month.'
  // A card is valid until the end of its month.
  if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1) return 'Your card has expired.'
  return year > now.getFullYear() + 50 ? 'The expiry year is too far away.' : undefined
}

function cvcProblem(cvc: string, number: string): string | undefined {
  const digits = digitsOf(cvc)
  if (digits === '') return 'Enter the security code.'
  const isRight =
    cardBrand(number) === 'amex' ? digits.length === 3 || digits.length === 4 : digits.length === 3
  return isRight ? undefined : 'The security code is incomplete.'
}

export function cardProblems(fields: CardFields, testCardsOnly: boolean, now: Date): CardProblems {
  const problems: CardProblems = {
    number: numberProblem(fields.number, testCardsOnly),
    expiry: expiryProblem(fields.expiry, now),
    cvc: cvcProblem(fields.cvc, fields.number),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

export function toCardDetails({ number, expiry, cvc }: CardFields): CardDetails {
  const date = digitsOf(expiry)
  return {
    number: digitsOf(number),
    expMonth: date.slice(0, 2),
    expYear: `20${date.slice(2, 4)}`,
    cvc: digitsOf(cvc),
  }
}
