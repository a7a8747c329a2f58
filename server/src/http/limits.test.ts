import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { limits } from './limits.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

type Call = (caller: Caller, headers: Record<string, string>) => Promise<{ status: number }>

const presses: [what: string, max: number, press: Call][] = [
  [
    'a signup',
    30,
    (caller, headers) => caller.call(api.subscriptions.createIntent, { body: { email: 'no' }, headers }),
  ],
  [
    'a promo code',
    20,
    (caller, headers) => caller.call(api.subscriptions.validateCoupon, { body: { couponCode: '' }, headers }),
  ],
  ['a tip', 20, (caller, headers) => caller.call(api.tips.send, { body: { amount: 0.01 }, headers })],
  [
    'the rehearsal provider',
    limits.sandbox.max,
    (caller, headers) => caller.fetch('/sandbox/v1/payment_intents/pi_guessed', { headers }),
  ],
]

describe('what costs money or lets cards be tried', () => {
  it.each(presses)(
    'is counted for %s: %i times, then no more [T-AU-07, T-ID-08]',
    async (what, max, press) => {
      const caller = club.people.member
      // Whoever is signed in is counted as such, everybody else by their address.
      const from = { 'x-forwarded-for': `203.0.113.${presses.findIndex(([name]) => name === what) + 1}` }
      const statuses: number[] = []
      for (let pressed = 0; pressed <= max; pressed += 1) statuses.push((await press(caller, from)).status)
      expect(statuses.slice(0, max)).not.toContain(429)
      expect(statuses[max]).toBe(429)
    },
  )
})
