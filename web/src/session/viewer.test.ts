import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import type { Role, User } from '@touchline/contract/people.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { onlyFor } from './guards.ts'
import { sessionQuery } from './viewer.ts'

const nadia: User = {
  id: 'nadia',
  firstName: 'Nadia',
  lastName: null,
  email: 'nadia@club.example',
  role: 'subscriber',
  bio: null,
  location: null,
  website: null,
  profileImageUrl: null,
  isMainInfluencer: false,
  subscriptionStatus: 'active',
  stripeCustomerId: null,
  createdAt: '2026-01-01T00:00:00Z',
  isBlocked: false,
  hasAccess: true,
  owesTwoFactor: false,
}

let stop = async () => {}
afterEach(() => stop())

async function sessionAfter(status: number, body: unknown) {
  stop = await servePage((_request, response) => response.writeHead(status).end(JSON.stringify(body)))
  return new QueryClient().fetchQuery({ ...sessionQuery, retry: false })
}

describe('who is asking', () => {
  it('is the person the server names', async () => {
    expect(await sessionAfter(200, nadia)).toEqual({ state: 'signedIn', viewer: nadia })
  })

  it('is nobody after a 401', async () => {
    expect(await sessionAfter(401, { message: 'Unauthorized' })).toEqual({ state: 'signedOut' })
  })

  it.each([
    ['the server says so', 403, { message: 'Account suspended' }],
    ['the person is marked blocked', 200, { ...nadia, isBlocked: true }],
  ])('is blocked when %s [SYS-2]', async (_how, status, body) => {
    expect(await sessionAfter(status, body)).toEqual({ state: 'blocked' })
  })

  it('is not guessed when the server fails [SYS-8]', async () => {
    await expect(sessionAfter(500, { message: 'Something broke.' })).rejects.toMatchObject({ status: 500 })
  })
})

const sentHome = (role: Role | null, ...allowed: Role[]) => {
  try {
    onlyFor(...allowed)({ context: { viewer: role && { ...nadia, role } } })
    return false
  } catch (error) {
    return isRedirect(error) && error.options.to === '/'
  }
}

describe('pages for some roles', () => {
  it('send other signed-in people home [SYS-5]', () => {
    expect(sentHome('subscriber', 'creator', 'admin')).toBe(true)
    expect(sentHome('creator', 'subscriber')).toBe(true)
    expect(sentHome('admin', 'creator', 'admin')).toBe(false)
  })

  it('leave signed-out people to the area around them [SYS-9]', () => {
    expect(sentHome(null, 'subscriber')).toBe(false)
  })
})
