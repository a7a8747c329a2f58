import { api } from '@touchline/contract/api.ts'
import { closeCodes } from '@touchline/contract/live.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createPerson } from '#features/people/create-person.ts'
import { people, sessions } from '#features/people/schema.ts'
import { type Caller, cookiesOf } from '#testing/caller.ts'
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

const toggle = (caller: Caller, person: Pick<Caller, 'id'>, body?: Record<string, unknown>) =>
  caller.call(api.blocks.toggle, { params: { id: person.id }, ...(body ? { body } : {}) })

const searched = async (query: string, caller = club.people.creator) => {
  const { status, body } = await caller.call(api.blocks.search, { body: { query } })
  expect(status).toBe(200)
  return body.map(({ email }) => email)
}

describe('block and unblock', () => {
  it('closes the open windows of a person in every process, and lets them in nowhere [BLK-2] [T-ID-10]', async () => {
    const { creator, admin, member } = club.people
    const windows = await Promise.all(
      [club.url, other.url].map(async (url) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
          headers: { cookie: cookiesOf(member), origin: club.url },
        })
        const closed = new Promise<number>((resolve) => socket.once('close', resolve))
        await new Promise((resolve) => socket.once('open', resolve))
        return { closed }
      }),
    )
    for (const _ of [1, 2, 3]) {
      const { status, body } = await toggle(creator, member, { blocked: true, reason: 'Spam or advertising' })
      expect([status, body.user.isBlocked, body.user.block?.reason]).toEqual([
        200,
        true,
        'Spam or advertising',
      ])
    }
    expect(await Promise.all(windows.map(({ closed }) => closed))).toEqual([
      closeCodes.accessLost,
      closeCodes.accessLost,
    ])
    const listed = await creator.call(api.blocks.blocked, { query: {} })
    expect(listed.body[0]).toMatchObject({
      id: member.id,
      block: { reason: 'Spam or advertising', isByAdmin: false },
    })
    expect((await member.call(api.accounts.signedInUser)).message).toBe('Account suspended')
    // Without a word of what is wanted it is the other way round.
    expect((await toggle(creator, member)).body.user.isBlocked).toBe(false)
    expect((await toggle(creator, member)).body.user.isBlocked).toBe(true)
    expect((await toggle(creator, member, { blocked: false })).body.user.isBlocked).toBe(false)
    expect((await member.call(api.accounts.signedInUser)).status).toBe(200)
    expect((await toggle(admin, member, { blocked: true })).body.user.block?.isByAdmin).toBe(true)
    expect((await toggle(creator, member, { blocked: false })).status).toBe(403)
    expect((await creator.call(api.blocks.blocked, { query: {} })).body[0]).toMatchObject({
      id: member.id,
      block: { isByAdmin: true },
    })
    expect((await toggle(admin, member, { blocked: false })).body.user.isBlocked).toBe(false)
  })

  it('requires staff and re-authentication, and refuses to block admins [T-ID-10] [T-AD-01]', async () => {
    const { creator, admin, member, newcomer } = club.people
    for (const [caller, person] of [
      [member, newcomer],
      [creator, admin],
      [creator, creator],
      [admin, admin],
    ] as const) {
      const { status, message } = await toggle(caller, person, { blocked: true })
      expect([status, message]).toEqual([403, 'Access denied'])
    }
    const wrong = [
      { blocked: 'yes' },
      { reason: 7 },
      { reason: ' ' },
      { until: 'soon' },
      { until: '2020-01-01T00:00:00Z' },
    ]
    for (const body of wrong)
      expect((await toggle(creator, newcomer, { blocked: true, ...body })).status).toBe(400)
    expect((await toggle(creator, { id: 'nobody' }, { blocked: true })).status).toBe(404)
    await club.services.db.update(sessions).set({ confirmedAt: new Date(0) })
    const unproved = await toggle(creator, newcomer, { blocked: true })
    expect([unproved.status, unproved.body]).toMatchObject([403, { code: 'confirmation_required' }])
    await club.services.db.update(sessions).set({ confirmedAt: club.clock.now() })
    expect((await creator.call(api.blocks.blocked, { query: {} })).body.map(({ id }) => id)).not.toContain(
      newcomer.id,
    )
  })
})

describe('the search for people', () => {
  it('finds names and addresses as people type them, and takes signs as they stand [BLK-1] [T-IN-05]', async () => {
    const { db, clock } = club.services
    const names = [
      ['Renée', 'Müller-Lüdenscheidt', 'renee@long.example'],
      ['René', 'Moreau', 'moreau_50%@long.example'],
      ['Ole', null, 'under_score@long.example'],
    ] as const
    for (const [firstName, lastName, email] of names)
      await createPerson(db, { firstName, lastName, email, createdAt: clock.now() })
    expect(await searched('rene')).toEqual(['moreau_50%@long.example', 'renee@long.example'])
    expect(await searched('MULLER ren')).toEqual(['renee@long.example'])
    expect(await searched('lüden')).toEqual(['renee@long.example'])
    expect(await searched('renee@long.ex')).toEqual(['renee@long.example'])
    expect(await searched('moreau_5')).toEqual(['moreau_50%@long.example'])
    expect(await searched('50%')).toEqual(['moreau_50%@long.example'])
    for (const nothing of [
      '%%',
      '__',
      String.raw`\\`,
      '%'.repeat(100),
      'r%e',
      'ren%',
      'ol_',
      "' or 1=1",
      'nobody',
    ])
      expect(await searched(nothing)).toEqual([])
    for (const query of ['', 'r', ' r ', '%', 'x'.repeat(201), 'a\u0000b', 7]) {
      const { status } = await club.people.creator.call(api.blocks.search, { body: { query } })
      expect(status).toBe(400)
    }
    // A new name is found at once, the old one no longer.
    const [person] = await club.people.admin
      .call(api.blocks.search, { body: { query: 'moreau' } })
      .then(({ body }) => body)
    await db.update(people).set({ firstName: 'Anaïs' }).where(eq(people.id, person!.id))
    expect([await searched('anais'), await searched('rene')]).toEqual([
      ['moreau_50%@long.example'],
      ['renee@long.example'],
    ])
  })

  it('returns at most 20 people, and only to staff [BLK-1]', async () => {
    const { db, clock } = club.services
    for (let index = 0; index < 25; index += 1)
      await createPerson(db, { email: `crowd${index}@crowd.example`, createdAt: clock.now() })
    expect(await searched('crowd')).toHaveLength(20)
    const refused = await club.people.member.call(api.blocks.search, { body: { query: 'crowd' } })
    expect([refused.status, refused.message]).toEqual([403, 'Access denied'])
  })
})
