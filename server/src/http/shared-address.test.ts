import { api } from '@touchline/contract/api.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#errors.ts'
import { type Club, openClub } from '#testing/club.ts'
import { newApplicant } from '#testing/joining.ts'
import { respondWithError } from './error-responses.ts'
import { type Limit, limits } from '#limits/limits.ts'
import { rateLimit } from './rate-limit.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

/** A server with one route behind a limit, which answers with the status it is asked for. */
function guarded(limit: Limit, name: string) {
  const { db, clock, secret } = club.services
  const app = Fastify()
  app.setErrorHandler(respondWithError)
  app.get<{ Params: { status: string } }>(
    '/:status',
    rateLimit(limit, name, { db, clock, secret, viewerOf: async () => null }),
    ({ params }) => {
      const status = Number(params.status)
      if (status >= 400) throw new Refusal(status, 'invalid_input', 'No')
      return 'ok'
    },
  )
  return async (status: number) => {
    const { statusCode, headers, body } = await app.inject({
      url: `/${status}`,
      remoteAddress: '203.0.113.77',
    })
    return { statusCode, wait: Number(headers['retry-after']), body }
  }
}

const launchDay = [
  ['unlock', 500],
  ['signup', 500],
  ['promoCode', 500],
  ['finishSignup', 500],
  ['passkeySignIn', 1000],
] as const

describe('a club’s opening day', () => {
  it.each(launchDay)('%s: %i people behind one address get through in an hour', async (name, people) => {
    const ask = guarded(limits[name], `launch ${name}`)
    const statuses: number[] = []
    for (let done = 0; done < people; done += 20)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 20 }, () => ask(200)))).map((one) => one.statusCode),
      )
    expect(statuses).toEqual(Array(people).fill(200))
  })

  it('accepts real signups of forty people behind one address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.78' }
    const statuses: number[] = []
    for (let number = 0; number < 40; number += 1) {
      const { password: _, ...body } = newApplicant({ email: `fan${number}@club.example` })
      statuses.push((await club.visitor().call(api.subscriptions.createIntent, { body, headers })).status)
    }
    expect(statuses).toEqual(Array(40).fill(200))
  })
})

describe('a refused call', () => {
  it('exhausts the limit, with Retry-After, and success does not reset it', async () => {
    const ask = guarded({ max: 100, countsRefused: 3, timeWindow: 3_600_000, isShared: true }, 'refused')
    expect((await ask(200)).statusCode).toBe(200)
    for (let count = 0; count < 3; count += 1) expect((await ask(401)).statusCode).toBe(401)
    const refused = await ask(200)
    expect(refused.statusCode).toBe(429)
    expect(refused.wait).toBeGreaterThan(3500)
    expect(refused.body).toContain('Please try again in about an hour.')
    club.clock.advance(1500)
    expect((await ask(200)).statusCode).toBe(429)
    club.clock.advance(3_600_000)
    expect((await ask(200)).statusCode).toBe(200)
  })

  it('does not count when the site failed', async () => {
    const ask = guarded({ max: 100, countsRefused: 3, timeWindow: 3_600_000, isShared: true }, 'own failure')
    for (let count = 0; count < 6; count += 1) expect((await ask(503)).statusCode).toBe(503)
    expect((await ask(200)).statusCode).toBe(200)
  })

  it('counts toward a limit on all calls', async () => {
    const ask = guarded({ max: 5, countsRefused: 3, timeWindow: 3_600_000, isShared: true }, 'cost')
    for (let count = 0; count < 5; count += 1) expect((await ask(200)).statusCode).toBe(200)
    expect((await ask(200)).statusCode).toBe(429)
  })
})
