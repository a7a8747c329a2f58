import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { people, sessions } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { otherProcess } from '#testing/other-process.ts'

let club: Club
let other: Awaited<ReturnType<typeof otherProcess>>
beforeAll(async () => {
  club = await openClub()
  other = await otherProcess(club)
})
afterAll(async () => {
  await other.close()
  await club.close()
})

const seenBy = async (url: string) => {
  const headers = { cookie: cookiesOf(club.people.member) }
  const response = await fetch(`${url}${api.accounts.signedInUser.path}`, { headers })
  if (!response.ok) return response.status
  const { firstName, hasAccess } = api.accounts.signedInUser.reply!.parse(await response.json())
  return { firstName, hasAccess }
}
const seen = () => Promise.all([club.url, other.url].map(seenBy))

it('applies a change of person, membership or session to the next request of every process', async () => {
  const { db } = club.services
  const { id } = club.people.member
  const isTheirs = eq(people.id, id)
  const [before] = await seen()
  expect(before).toMatchObject({ hasAccess: true })
  const both = (changed: object) => [before, before].map((one) => Object.assign({}, one, changed))

  await db.update(people).set({ isBlocked: true }).where(isTheirs)
  expect(await seen()).toEqual([403, 403])
  await db.update(people).set({ isBlocked: false, firstName: 'Mira' }).where(isTheirs)
  expect(await seen()).toEqual(both({ firstName: 'Mira' }))
  const isMembership = eq(memberships.personId, id)
  await db.update(memberships).set({ revokedAt: new Date() }).where(isMembership)
  expect(await seen()).toEqual(both({ firstName: 'Mira', hasAccess: false }))
  await db.update(memberships).set({ revokedAt: null }).where(isMembership)
  expect(await seen()).toEqual(both({ firstName: 'Mira' }))
  await db.delete(sessions).where(eq(sessions.personId, id))
  expect(await seen()).toEqual([401, 401])
})

it('reads the columns of an unchanged session once', async () => {
  const { otherMember } = club.people
  await otherMember.call(api.accounts.signedInUser)
  const queries = vi.spyOn(club.services.db.shortReads.$client, 'query')
  await otherMember.call(api.accounts.signedInUser)
  expect(queries.mock.calls).toMatchObject([[{ name: 'session_versions' }, expect.anything()]])
  queries.mockRestore()
})
