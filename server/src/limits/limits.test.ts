import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { otherProcess } from '#testing/other-process.ts'
import { limits } from './limits.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

type Call = (caller: Caller, headers: Record<string, string>) => Promise<{ status: number }>

const attempts: [what: string, max: number, attempt: Call][] = [
  [
    'a refused signup',
    100,
    (caller, headers) => caller.call(api.subscriptions.createIntent, { body: { email: 'no' }, headers }),
  ],
  [
    'an unknown promo code',
    60,
    (caller, headers) => caller.call(api.subscriptions.validateCoupon, { body: { couponCode: '' }, headers }),
  ],
  ['a tip', 20, (caller, headers) => caller.call(api.tips.send, { body: { amount: 0.01 }, headers })],
  [
    'the payment sandbox',
    limits.sandbox.max,
    (caller, headers) => caller.fetch('/sandbox/v1/payment_intents/pi_guessed', { headers }),
  ],
]

describe('actions that cost money or allow card testing', () => {
  it.each(attempts)('refuses %s after %i attempts [T-AU-07, T-ID-08]', async (what, max, attempt) => {
    const caller = club.people.member
    // Signed-in people are counted per person, all others by address.
    const from = { 'x-forwarded-for': `203.0.113.${attempts.findIndex(([name]) => name === what) + 1}` }
    const statuses: number[] = []
    for (let attempted = 0; attempted <= max; attempted += 1)
      statuses.push((await attempt(caller, from)).status)
    expect(statuses.slice(0, max)).not.toContain(429)
    expect(statuses[max]).toBe(429)
  })
})

const guarded: [what: string, max: number, endpoint: Pick<Endpoint, 'method' | 'path'>][] = [
  ['the gate', 30, api.gate.unlock],
  ['a second step', 30, api.twoFactor.secondStep],
  ['a passkey', 60, api.passkeys.signIn],
  ['a password reset email', 25, api.accounts.forgotPassword],
  ['a new password', 25, api.accounts.resetPassword],
  ['a contact message', 50, api.support.contact],
  ['a signup', 100, api.subscriptions.createIntent],
  ['a promo code', 60, api.subscriptions.validateCoupon],
]

describe('actions that guard a secret, send an email or allow card testing', () => {
  it.each(guarded)(
    'counts %s up to %i in all processes together, also in one that starts later [R-13, T-AU-07]',
    async (what, max, { method, path }) => {
      const from = `198.51.100.${guarded.findIndex(([name]) => name === what) + 1}`
      const tryAt = async (url: string) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
        const answer = await fetch(url + path, { method, headers, body: '{}' })
        await answer.arrayBuffer()
        return answer
      }
      const other = await otherProcess(club)
      const statuses: number[] = []
      for (let tried = 0; tried < max; tried += 1)
        statuses.push((await tryAt(tried % 2 === 0 ? club.url : other.url)).status)
      expect(statuses).not.toContain(429)
      expect((await tryAt(other.url)).status).toBe(429)
      expect((await tryAt(club.url)).status).toBe(429)
      await other.close()

      const later = await otherProcess(club)
      const refused = await tryAt(later.url)
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
      const asked = vi.spyOn(club.services.db.$client, 'query')
      expect((await tryAt(later.url)).status).toBe(429)
      expect(asked).not.toHaveBeenCalled()
      asked.mockRestore()
      await later.close()
    },
  )
})
