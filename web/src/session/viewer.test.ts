import { QueryClient } from '@tanstack/react-query'
import type { Role } from '@touchline/contract/people.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { onlyFor } from './guards.ts'
import { sessionQuery } from './viewer.ts'

const member = createUser()

let stop = async () => {}
afterEach(() => stop())

async function sessionAfter(status: number, body: unknown) {
  stop = await servePage((_request, response) => response.writeHead(status).end(JSON.stringify(body)))
  return new QueryClient().fetchQuery({ ...sessionQuery, retry: false })
}

describe('the viewer', () => {
  it('is the person the server returns', async () => {
    expect(await sessionAfter(200, member)).toEqual({ state: 'signedIn', viewer: member })
  })

  it('is null after a 401', async () => {
    expect(await sessionAfter(401, { message: 'Unauthorized' })).toEqual({ state: 'signedOut' })
  })

  it.each([
    ['the server says so', 403, { message: 'Account suspended' }],
    ['the person is marked blocked', 200, { ...member, isBlocked: true }],
  ])('is blocked when %s [SYS-2]', async (_how, status, body) => {
    expect(await sessionAfter(status, body)).toEqual({ state: 'blocked' })
  })

  it('is not guessed when the server fails [SYS-8]', async () => {
    await expect(sessionAfter(500, { message: 'Something broke.' })).rejects.toMatchObject({ status: 500 })
  })
})

const sentHome = (role: Role | null, ...allowed: Role[]) =>
  onlyFor(...allowed)(role && { ...member, role }) === '/'

describe('pages for some roles', () => {
  it('redirect other signed-in people to the home page [SYS-5]', () => {
    expect(sentHome('subscriber', 'creator', 'admin')).toBe(true)
    expect(sentHome('creator', 'subscriber')).toBe(true)
    expect(sentHome('admin', 'creator', 'admin')).toBe(false)
  })

  it('let signed-out people through to the surrounding area [SYS-9]', () => {
    expect(sentHome(null, 'subscriber')).toBe(false)
  })
})
