import { testCards } from '@touchline/stripe-sandbox/resources/test-cards.ts'
import { describe, expect, it } from 'vitest'
import { cardBrand, grouped, groupedExpiry, passesLuhn, cardProblems, toCardDetails } from './card-rules.ts'
import { isTestCard, testCardChoices } from './test-cards.ts'

const now = new Date('2026-06-30T23:00:00')
const good = { number: '4242 4242 4242 4242', expiry: '06 / 26', cvc: '123' }
const problems = (changed: Partial<typeof good>, testCardsOnly = true) =>
  cardProblems({ ...good, ...changed }, testCardsOnly, now)

describe('a card as it is typed', () => {
  it('is grouped as it is printed and names its brand', () => {
    expect(grouped('4242424242424242')).toBe('4242 4242 4242 4242')
    expect(grouped('3782 822463')).toBe('3782 822463')
    expect(grouped('378282246310005')).toBe('3782 822463 10005')
    expect(['4', '5555', '37', '2221', '6011', '9'].map(cardBrand)).toEqual([
      'visa',
      'mastercard',
      'amex',
      'mastercard',
      'discover',
      null,
    ])
  })

  it('accepts expiry dates as people and browsers write them', () => {
    expect(['1', '12', '1227', '12/27', '12/2027', '7', '7/27', '1/27'].map(groupedExpiry)).toEqual([
      '1',
      '12',
      '12 / 27',
      '12 / 27',
      '12 / 27',
      '07',
      '07 / 27',
      '01 / 27',
    ])
  })

  it('is good until the last day of its month, and is sent as digits', () => {
    expect(problems({})).toEqual({})
    expect(toCardDetails(good)).toEqual({
      number: '4242424242424242',
      expMonth: '06',
      expYear: '2026',
      cvc: '123',
    })
    expect(problems({ expiry: '05 / 26' })).toEqual({ expiry: 'Your card has expired.' })
    expect(problems({ expiry: '13 / 27' })).toEqual({ expiry: 'There is no such month.' })
  })

  it('is refused at its field when it is missing, short or mistyped', () => {
    expect(problems({ number: '', expiry: '', cvc: '' })).toEqual({
      number: 'Enter your card number.',
      expiry: 'Enter the expiry date.',
      cvc: 'Enter the security code.',
    })
    expect(problems({ number: '4242 4242' })).toEqual({ number: 'Your card number is incomplete.' })
    expect(problems({ number: '4242 4242 4242 4241' })).toEqual({ number: 'Your card number is incorrect.' })
    expect(problems({ cvc: '12' })).toEqual({ cvc: 'The security code is incomplete.' })
  })

  it('never sends a real card in sandbox mode', () => {
    const real = '4111 1111 1111 1111'
    expect(passesLuhn(real)).toBe(true)
    expect(problems({ number: real }).number).toContain('only test cards')
    expect(problems({ number: real }, false)).toEqual({})
  })
})

describe('the test cards', () => {
  it('are exactly those that the sandbox plays', () => {
    const played = testCards.map(({ number }) => number)
    expect(played.filter((number) => !isTestCard(number))).toEqual([])
    expect(testCardChoices.filter(({ number }) => !played.includes(number))).toEqual([])
    for (const { number } of testCardChoices) expect(problems({ number })).toEqual({})
  })
})
