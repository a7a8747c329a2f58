import { api } from '@touchline/contract/api.ts'
import { ageBands, type AgeBand } from '@touchline/contract/audience.ts'
import { countries } from '@touchline/contract/countries.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addFans } from '#testing/fans.ts'
import { audienceAnswers, audienceShown } from './schema.ts'

let club: Club
let fans: string[]
beforeAll(async () => {
  club = await openClub()
  fans = await addFans(club, 20)
})
afterAll(() => club.close())
beforeEach(async () => {
  for (const table of [audienceShown, audienceAnswers]) await club.services.db.delete(table)
})

const seen = (timeZone?: string, caller = club.people.creator) =>
  caller.call(api.audience.show, { query: timeZone === undefined ? {} : { timeZone } })
async function spreads() {
  const { body } = await seen()
  return { ages: body.ages, countries: body.countries }
}
const tell = (body: Record<string, unknown>, caller = club.people.member) =>
  caller.call(api.audience.changeAnswers, { body })
const answered = (given: { ageBand: AgeBand | null; country: string | null }[]) =>
  club.services.db
    .insert(audienceAnswers)
    .values(given.map((one, index) => ({ personId: fans[index]!, ...one, toldAt: club.clock.now() })))

describe('the answers of a member', () => {
  it('can be given and removed [AUD-1]', async () => {
    const { member, otherMember } = club.people
    const nothing = { ageBand: null, country: null, toldAt: null }
    expect((await member.call(api.audience.showAnswers)).body).toEqual(nothing)
    const saved = await tell({ ageBand: '25-34', country: 'GB' })
    expect(saved).toMatchObject({ status: 200, body: { ageBand: '25-34', country: 'GB' } })
    expect((await member.call(api.audience.showAnswers)).body).toEqual(saved.body)
    expect((await otherMember.call(api.audience.showAnswers)).body).toEqual(nothing)
    expect((await tell({ ageBand: null, country: 'IE' })).body).toMatchObject({
      ageBand: null,
      country: 'IE',
    })
    expect((await tell({ ageBand: null, country: null })).body).toEqual(nothing)
    expect(await club.services.db.$count(audienceAnswers)).toBe(0)
  })

  it('are limited to known adult age groups and countries [AUD-1, T-IN-02]', async () => {
    expect([ageBands[0], countries.length, new Set(countries).size]).toEqual(['18-24', 249, 249])
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    expect(countries.filter((code) => names.of(code) === undefined)).toEqual([])
    const refused = [
      { ageBand: '13-17', country: null },
      { ageBand: '25', country: null },
      { ageBand: 30, country: null },
      { ageBand: null, country: 'gb' },
      { ageBand: null, country: 'UK' },
      { ageBand: null, country: 'EU' },
      { ageBand: null, country: 'ZZ' },
      { ageBand: null, country: 'Ireland' },
      { ageBand: null, country: ['GB'] },
      { ageBand: '25-34' },
      {},
    ]
    for (const body of refused) {
      const { status, message } = await tell(body)
      expect([body, status, message]).toEqual([
        body,
        400,
        expect.stringMatching(/^Please choose (one of the age groups|a country from the list)\.$/),
      ])
    }
    expect((await tell({ ageBand: '65+', country: 'GB' }, club.people.lapsed)).status).toBe(200)
  })
})

const of = (count: number, ageBand: AgeBand | null, country: string | null) =>
  Array.from({ length: count }, () => ({ ageBand, country }))
const setStatus = (indexes: number[], status: string) =>
  club.services.db
    .update(memberships)
    .set({ status })
    .where(
      inArray(
        memberships.personId,
        indexes.map((index) => fans[index]!),
      ),
    )
const end = (...indexes: number[]) => setStatus(indexes, 'unpaid')
const comeBack = (...indexes: number[]) => setStatus(indexes, 'active')

describe('the audience', () => {
  afterEach(async () => {
    await comeBack(...fans.keys())
    await club.services.db.update(people).set({ isBlocked: false }).where(inArray(people.id, fans))
  })

  it('is shown in groups of at least five current members [AUD-1]', async () => {
    const { creator, otherCreator, member, admin } = club.people
    await answered([...of(7, '25-34', 'GB'), ...of(5, '35-44', 'IE'), ...of(3, '65+', null)])
    // Former members do not count, blocked members do.
    await tell({ ageBand: '18-24', country: 'GB' }, club.people.lapsed)
    const { body } = await seen()
    const at = expect.any(String)
    expect(body.ages).toEqual({
      members: 23,
      answered: 15,
      groups: [{ key: '25-34', count: 7 }],
      others: 8,
      at,
    })
    expect(body.countries).toEqual({
      members: 23,
      answered: 12,
      groups: [
        { key: 'GB', count: 7 },
        { key: 'IE', count: 5 },
      ],
      others: 0,
      at,
    })
    // Other creators see the same audience.
    expect((await seen(undefined, otherCreator)).body.ages).toEqual(body.ages)
    for (const one of [member, admin]) expect((await seen(undefined, one)).status).toBe(403)
    expect((await seen(undefined, creator)).status).toBe(200)
  })

  it('is hidden below five answers, including their number [AUD-1]', async () => {
    await answered(of(4, '25-34', null))
    expect((await seen()).body).toMatchObject({ ages: null, countries: null })
  })

  it('is hidden while all answers are the same [AUD-1]', async () => {
    await end(10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
    await answered([...of(5, '25-34', 'IE'), ...of(5, '35-44', 'IE')])
    const { member, otherMember, blocked } = club.people
    const same = { ageBand: '35-44' as const, country: 'IE', toldAt: club.clock.now() }
    for (const { id: personId } of [member, otherMember, blocked])
      await club.services.db.insert(audienceAnswers).values({ personId, ...same })
    expect((await seen()).body).toMatchObject({ ages: { members: 13, answered: 13 }, countries: null })
    await comeBack(19)
    expect((await seen()).body.countries).toMatchObject({ members: 14, answered: 13 })
  })

  it('identifies no one by comparison over time [AUD-1]', async () => {
    const { db } = club.services
    await answered([...of(7, '25-34', 'GB'), ...of(6, '35-44', 'IE')])
    const first = await spreads()
    await db.update(people).set({ isBlocked: true }).where(eq(people.id, fans[0]!))
    expect(await spreads()).toEqual(first)
    await end(1)
    expect(await spreads()).toEqual(first)
    await tell({ ageBand: '45-54', country: 'FR' })
    expect(await spreads()).toEqual(first)
    await tell({ ageBand: null, country: null })
    const answer = (index: number, ageBand: AgeBand, country: string) =>
      db
        .insert(audienceAnswers)
        .values({ personId: fans[index]!, ageBand, country, toldAt: club.clock.now() })
    // Enough new answers, but comparing them would identify the member who left.
    for (const index of [13, 14, 15, 16, 17, 18]) await answer(index, '25-34', 'GB')
    await end(7)
    expect(await spreads()).toEqual(first)
    await comeBack(1, 7)
    expect((await spreads()).ages).toMatchObject({
      members: 23,
      answered: 19,
      groups: [
        { key: '25-34', count: 13 },
        { key: '35-44', count: 6 },
      ],
    })
  })

  it('does not change when a member with answers is blocked [AUD-1]', async () => {
    await answered(of(7, '25-34', 'GB'))
    await club.services.db.update(people).set({ isBlocked: true }).where(inArray(people.id, fans))
    expect((await seen()).body.ages).toMatchObject({ members: 23, answered: 7 })
  })
})
