import { createHmac } from 'node:crypto'

import type { Params } from '#api/form.ts'
import { text } from '#api/params.ts'
import { refuse, type Refusal } from '#api/refusals.ts'
import { cardOfNumber, type TestCard } from '#resources/test-cards.ts'
import type { World } from '#engine/world.ts'

/** The storable details of a card. */
export type CardFacts = {
  name: string
  brand: TestCard['brand']
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
  hasCvc: boolean
}

function wrong(code: string, message: string, param: string, decline?: string): Refusal {
  return refuse(402, {
    type: 'card_error',
    code,
    message,
    param,
    ...(decline ? { decline_code: decline } : {}),
  })
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (let i = 0; i < number.length; i += 1) {
    const digit = Number(number[number.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function knownCard(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw wrong('incorrect_number', 'Your card number is incorrect.', 'number')
  const card = cardOfNumber(number)
  if (card) return card
  throw wrong(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test card. ' +
      'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    'number',
    'test_mode_live_card',
  )
}

function expiryOf(world: World, month: string, year: string): { exp_month: number; exp_year: number } {
  const exp_month = Number(month)
  const exp_year = Number(year) < 100 && year.length <= 2 ? 2000 + Number(year) : Number(year)
  const today = new Date(world.now() * 1000)
  const thisYear = today.getUTCFullYear()
  if (!/^\d{1,2}$/.test(month) || exp_month < 1 || exp_month > 12)
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  if (!/^\d{2}(\d{2})?$/.test(year) || exp_year < thisYear || exp_year > thisYear + 50)
    throw wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  if (exp_year === thisYear && exp_month < today.getUTCMonth() + 1)
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  return { exp_month, exp_year }
}

/** Throws Stripe's 402 for a wrong field and for any number but a test card's. The number never leaves this function. */
export function readCard(world: World, params: Params, path: string): CardFacts {
  const part = (name: string) => (text(params, `${path}.${name}`) ?? '').trim()
  const number = part('number').replace(/[\s-]/g, '')
  const card = knownCard(number)
  const expiry = expiryOf(world, part('exp_month'), part('exp_year'))
  const cvc = part('cvc')
  const isRightLength = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (cvc !== '' && !isRightLength.test(cvc))
    throw wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  return factsOf(world, card, expiry, cvc !== '')
}

/** The details of a test card named by a `pm_card_…` token. */
export function factsOf(
  world: World,
  card: TestCard,
  expiry: { exp_month: number; exp_year: number },
  hasCvc: boolean,
): CardFacts {
  const digest = createHmac('sha256', world.store.fact('page_key') ?? '').update(card.number)
  return {
    name: card.name,
    brand: card.brand,
    last4: card.number.slice(-4),
    ...expiry,
    fingerprint: digest
      .digest('base64')
      .replace(/[^a-zA-Z0-9]/g, '')
      .slice(0, 16),
    hasCvc,
  }
}
