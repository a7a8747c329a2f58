import { api } from '@touchline/contract/api.ts'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { comments } from '#features/comments/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { likes } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addFans } from '#testing/fans.ts'
import { sharedActivity } from './routes.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

let club: Club
let fans: string[]
beforeAll(async () => {
  club = await openClub()
  fans = await addFans(club, 20)
})
afterAll(() => club.close())
beforeEach(async () => {
  for (const table of [likes, comments, tips]) await club.services.db.delete(table)
})

const seen = (timeZone?: string) =>
  club.people.creator.call(api.audience.show, { query: timeZone === undefined ? {} : { timeZone } })
/** Moves to another minute, because activity is cached for a minute. */
function seenLater(timeZone?: string) {
  club.clock.advance(60_000)
  return seen(timeZone)
}

/** Likes of the fans at a moment, each on its own post. */
async function likesAt(at: Date, byPeople: string[]) {
  const { creator } = club.people
  const postId = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Text',
    contentType: 'text',
  })
  await club.services.db
    .insert(likes)
    .values(byPeople.map((personId) => ({ postId, personId, createdAt: at })))
  return postId
}
/** The last Wednesday at 19:30 in UTC. */
function lastWednesday() {
  const at = new Date(club.clock.now().getTime() - dayMs)
  while (at.getUTCDay() !== 3) at.setTime(at.getTime() - dayMs)
  at.setUTCHours(19, 30, 0, 0)
  return at
}

describe('when members are active', () => {
  it('counts four weeks of likes, comments and tips by hour of the week [AUD-1]', async () => {
    const { creator, admin } = club.people
    const { db } = club.services
    const at = lastWednesday()
    const postId = await likesAt(at, fans)
    await likesAt(new Date(at.getTime() - 7 * dayMs), fans)
    // Too old, by staff, removed, unpaid.
    await likesAt(new Date(club.clock.now().getTime() - 29 * dayMs), fans)
    await likesAt(at, [creator.id, admin.id])
    const said = (personId: string, removedAt: Date | null) => ({
      id: uuid(),
      postId,
      personId,
      content: 'x',
      createdAt: at,
      removedAt,
    })
    await db
      .insert(comments)
      .values([...fans.map((id) => said(id, null)), said(fans[0]!, at), said(creator.id, null)])
    const sent = (status: 'completed' | 'failed') => ({
      id: uuid(),
      fromPersonId: fans[0]!,
      toPersonId: creator.id,
      amountCents: 500,
      status,
      customerId: 'cus',
      paymentMethodId: 'pm',
      cardBrand: 'visa',
      cardLast4: '4242',
      createdAt: new Date(at.getTime() + hourMs),
      completedAt: status === 'completed' ? at : null,
    })
    await db.insert(tips).values([sent('completed'), sent('failed')])

    const { body } = await seenLater('UTC')
    expect(body.activity.actions).toBe(61)
    const hours = body.activity.hours!
    expect([hours.length, ...hours.map((day) => day.length)]).toEqual([7, 24, 24, 24, 24, 24, 24, 24])
    expect([hours[2]![19], hours[2]![20], hours.flat().reduce((a, b) => a + b, 0)]).toEqual([60, 1, 61])
    // The same moments are Thursday morning in other time zones.
    const tokyo = (await seenLater('Asia/Tokyo')).body.activity
    expect([tokyo.timeZone, tokyo.hours![3]![4], tokyo.hours![3]![5]]).toEqual(['Asia/Tokyo', 60, 1])
  })

  it('is hidden with too few actions or people [AUD-1]', async () => {
    const at = lastWednesday()
    await likesAt(at, fans)
    await likesAt(at, fans)
    expect((await seenLater()).body.activity).toMatchObject({ actions: 40, hours: null })
    const four = fans.slice(0, 4)
    await club.services.db.delete(likes)
    for (let time = 0; time < 13; time += 1) await likesAt(at, four)
    expect((await seenLater()).body.activity).toMatchObject({ actions: 52, hours: null })
    await likesAt(at, fans.slice(4, 5))
    expect((await seenLater()).body.activity.hours![2]![19]).toBe(53)
  })

  it('is counted once a minute per time zone [AUD-1]', async () => {
    const start = Math.ceil(club.clock.now().getTime() / 60_000) * 60_000
    let at = new Date(start)
    const activityIn = sharedActivity({ db: club.services.db, clock: { now: () => at } })
    const actions = async (timeZone: string) => (await activityIn(timeZone)).actions
    expect(await actions('UTC')).toBe(0)
    await likesAt(lastWednesday(), fans)
    at = new Date(start + 59_999)
    expect([await actions('UTC'), await actions('Asia/Tokyo')]).toEqual([0, 20])
    at = new Date(start + 60_000)
    expect(await actions('UTC')).toBe(20)
  })

  it('accepts time zone names only [AUD-1, T-IN-02]', async () => {
    for (const zone of ['Europe/London', 'UTC', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5'])
      expect([zone, (await seen(zone)).status]).toEqual([zone, 200])
    for (const zone of ['', 'Mars/Base', '+02:00', '-0500', "Europe/London'--", 'x'.repeat(65), '💥', '..']) {
      const { status, message } = await seen(zone)
      expect([zone, status, message]).toEqual([zone, 400, 'Please name a time zone like Europe/London.'])
    }
  })
})
