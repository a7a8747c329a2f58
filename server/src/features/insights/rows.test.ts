import { api } from '@touchline/contract/api.ts'
import {
  movementKinds,
  type TracedFigure,
  tracedFigures,
  type TracedRow,
} from '@touchline/contract/insights.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { likes, posts } from '#features/posts/schema.ts'
import { bookMoney } from '#testing/booked.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addMovements, newMembership } from '#testing/membership-movements.ts'
import { signInAgain } from '#testing/months.ts'

const formula = '=HYPERLINK("http://evil.example")'

let club: Club
beforeAll(async () => {
  club = await openClub()
  await receivePosts()
  await moveMembers()
  const personId = club.people.member.id
  const paid = await bookMoney(club, 'subscription', '2027-01-10T12:00:00Z', [1299, 974], { personId })
  // Three at the same time, ordered by their ids.
  for (let tip = 0; tip < 3; tip += 1)
    await bookMoney(club, 'tip', '2027-01-31T23:59:59Z', [500, 375], { personId })
  await bookMoney(club, 'dispute', '2027-02-01T00:00:00Z', [-1299, -974], {
    personId,
    paymentJournalId: paid,
  })
  await bookMoney(club, 'dispute_reversed', '2027-02-20T00:00:00Z', [1299, 974], {
    personId,
    paymentJournalId: paid,
  })
  await bookMoney(club, 'refund', '2027-02-21T00:00:00Z', [-300, -225], { personId, paymentJournalId: paid })
  club.clock.set(new Date('2027-02-25T00:00:00Z'))
  for (const name of ['creator', 'otherCreator', 'member'] as const)
    await signInAgain(club, club.people[name])
})
afterAll(() => club.close())

/** Two posts of the creator and one of another creator, with likes, views and comments, and one unpublished post. */
async function receivePosts() {
  const { creator, otherCreator, member, otherMember } = club.people
  const written = [
    [creator.id, 'Tactics board'],
    [creator.id, null],
    [otherCreator.id, 'Somebody else’s'],
  ] as const
  const ids: string[] = []
  for (const [creatorId, title] of written) {
    const createdAt = new Date(`2027-01-0${ids.length + 1}T10:00:00Z`)
    const post = {
      id: uuid(),
      creatorId,
      title,
      content: 'Three at the back',
      mediaType: 'text',
      createdAt,
    } as const
    await club.services.db.insert(posts).values(post)
    ids.push(post.id)
  }
  await club.services.db.insert(posts).values({
    id: uuid(),
    creatorId: creator.id,
    content: 'Taken down by the moderators',
    mediaType: 'text',
    status: 'removed',
    likesCount: 5,
    commentsCount: 5,
    viewsCount: 5,
    createdAt: new Date('2027-01-04T10:00:00Z'),
  })
  await member.call(api.posts.countViews, { body: { postIds: ids } })
  await otherMember.call(api.posts.countViews, { body: { postIds: ids.slice(1) } })
  for (const id of ids) await member.call(api.posts.like, { params: { id } })
  const comment = { clientId: uuid(), content: 'Offside' }
  await member.call(api.comments.add, { params: { id: ids[0]! }, body: comment })
}

async function moveMembers() {
  const { db } = club.services
  await addMovements(club, [newMembership('2027-01-05T10:00:00Z')], formula)
  await addMovements(club, [
    newMembership('2027-01-05T10:00:00Z'),
    { kind: 'lost_by_failed_payment', at: '2027-02-05T10:00:00Z', members: -1, cents: -1299 },
    { kind: 'recovered', at: '2027-02-06T10:00:00Z', members: 1, cents: 1299 },
    { kind: 'repriced', at: '2027-02-07T10:00:00Z', members: 0, cents: -299 },
  ])
  const erased = await addMovements(club, [
    newMembership('2027-02-08T10:00:00Z'),
    { kind: 'lost_by_choice', at: '2027-02-09T10:00:00Z', members: -1, cents: -1299 },
  ])
  const erasedFields = { firstName: 'Former member', erasedAt: new Date('2027-02-10T10:00:00Z') }
  await db.update(people).set(erasedFields).where(eq(people.id, erased.personId))
}

type Filter = {
  figure: TracedFigure
  month?: string
  until?: string
  kind?: (typeof movementKinds)[number]
  joined?: string
}

/** All rows of a figure, read two per page. */
async function rowsOf(who: Caller, filter: Filter): Promise<TracedRow[]> {
  const all: TracedRow[] = []
  let before: string | undefined
  do {
    const { status, body } = await who.call(api.insights.rows, {
      query: { ...filter, limit: '2', ...(before ? { before } : {}) },
    })
    expect(status).toBe(200)
    all.push(...body.rows)
    before = body.next ?? undefined
  } while (before)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  return all
}

describe('the rows of a figure', () => {
  it('are all movements of one cohort, in any month [ANA-2]', async () => {
    const { creator } = club.people
    const january = await rowsOf(creator, { figure: 'movements', joined: '2027-01-01' })
    expect(january.map(({ what }) => what)).toEqual([
      'repriced',
      'recovered',
      'lost_by_failed_payment',
      'new',
      'new',
    ])
    const february = await rowsOf(creator, { figure: 'movements', joined: '2027-02-01' })
    expect(february.map(({ what }) => what)).toEqual(['lost_by_choice', 'new'])
  })

  it('are disputes, tips and refunds, each in its own month [ANA-2, REV-1]', async () => {
    const { creator } = club.people
    const january = await rowsOf(creator, { figure: 'revenue', month: '2027-01-01' })
    expect(january.map(({ amountCents }) => amountCents)).toEqual([500, 500, 500, 1299])
    const february = await rowsOf(creator, { figure: 'revenue', month: '2027-02-01' })
    expect(february.map(({ amountCents }) => amountCents)).toEqual([-300, 1299, -1299])
  })

  it('end before a given moment [ANA-2]', async () => {
    const filter = { figure: 'revenue', month: '2027-02-01' } as const
    const until = (moment: string) => rowsOf(club.people.creator, { ...filter, until: moment })
    const early = await until('2027-02-20T00:00:00.000Z')
    expect(early.map(({ amountCents }) => amountCents)).toEqual([-1299])
    const later = await until('2027-02-20T00:00:00.001Z')
    expect(later.map(({ amountCents }) => amountCents)).toEqual([1299, -1299])
  })

  it('are own posts with the likes given in a month [ANA-2]', async () => {
    const { creator, otherCreator } = club.people
    const [first] = await club.services.db.select({ at: likes.createdAt }).from(likes)
    const month = `${first!.at.toISOString().slice(0, 7)}-01`
    const rows = await rowsOf(creator, { figure: 'new_likes', month })
    expect(new Set(rows.map(({ what, count, name }) => `${what}: ${count} ${name}`))).toEqual(
      new Set(['Tactics board: 1 null', 'Three at the back: 1 null']),
    )
    expect(await rowsOf(otherCreator, { figure: 'new_likes', month })).toHaveLength(1)
    expect(await rowsOf(creator, { figure: 'new_likes', month: '2026-01-01' })).toEqual([])
  })

  it('name the member, unless the account was deleted [ANA-2]', async () => {
    const rows = await rowsOf(club.people.creator, { figure: 'movements', month: '2027-02-01' })
    expect(rows.map(({ what, name }) => [what, name])).toEqual([
      ['lost_by_choice', null],
      ['new', null],
      ['repriced', 'Una'],
      ['recovered', 'Una'],
      ['lost_by_failed_payment', 'Una'],
    ])
    const [liked] = await rowsOf(club.people.creator, { figure: 'likes' })
    expect(liked).toMatchObject({
      what: 'Three at the back',
      name: null,
      count: 1,
      amountCents: null,
      postId: liked!.id,
    })
    const [refund] = await rowsOf(club.people.creator, { figure: 'revenue' })
    expect(refund).toMatchObject({ what: 'refund', name: 'Mina Osei', amountCents: -300, creatorCents: -225 })
  })

  it('are a creator’s own posts, and no amounts for another creator [ANA-2]', async () => {
    const { otherCreator, member } = club.people
    expect((await rowsOf(otherCreator, { figure: 'likes' })).map(({ what }) => what)).toEqual([
      'Somebody else’s',
    ])
    expect(await rowsOf(otherCreator, { figure: 'revenue' })).toEqual([])
    expect(await rowsOf(otherCreator, { figure: 'movements' })).toEqual([])
    const subscribers = await rowsOf(otherCreator, { figure: 'subscribers' })
    expect(subscribers.map(({ amountCents }) => amountCents)).toEqual([null, null])
    expect(await member.call(api.insights.rows, { query: { figure: 'posts' } })).toMatchObject({
      status: 403,
    })
  })

  it('refuse unknown figures, months, kinds and cursors with a sentence', async () => {
    const { creator } = club.people
    for (const query of [
      'figure=shoes',
      '',
      'figure=revenue&month=2027-13-01',
      'figure=revenue&month=0000-01-01',
      'figure=movements&kind=gone',
      'figure=movements&joined=2027-01-15',
      'figure=lost&through=2027-1',
      'figure=joined&since=yesterday',
      'figure=joined&since=0000-01-01T00:00:00Z',
      'figure=joined&until=tomorrow',
      'figure=revenue&before=yesterday',
      `figure=revenue&before=%2B123456-01-01T00:00:00.000Z_${uuid()}`,
      'figure=revenue&limit=51',
    ]) {
      const reply = await creator.fetch(`/api/analytics/rows?${query}`)
      expect([query, reply.status, await reply.json()]).toEqual([
        query,
        400,
        expect.objectContaining({ message: expect.stringMatching(/\.$/) }),
      ])
    }
  })
})

describe('the rows as CSV', () => {
  it('contain every row and escape formulas [ANA-2]', async () => {
    const { creator } = club.people
    for (const figure of tracedFigures) {
      const reply = await creator.fetch(`/api/analytics/rows/csv?figure=${figure}`)
      expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      const [, ...lines] = (await reply.text()).trimEnd().split('\r\n')
      const rows = await rowsOf(creator, { figure })
      expect(lines).toHaveLength(rows.length)
      expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map(({ id }) => `"${id}"`))
    }
    const revenue = await (await creator.fetch('/api/analytics/rows/csv?figure=revenue')).text()
    expect(revenue).toContain('"Paid by members (USD)","Your share (USD)"')
    const file = await creator.fetch('/api/analytics/rows/csv?figure=subscribers&month=2027-01-01')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="subscribers-2027-01.csv"')
    expect(await file.text()).toContain(`,"membership","'=HYPERLINK(""http://evil.example"")",1,12.99,,`)
  })

  it('are recorded in the audit log when they name members [ANA-2]', async () => {
    const { creator } = club.people
    const exports = () =>
      club.services.db.$count(auditEntries, eq(auditEntries.action, 'subscribers_exported'))
    const before = await exports()
    await creator.fetch('/api/analytics/rows/csv?figure=likes')
    expect(await exports()).toBe(before)
    await creator.fetch('/api/analytics/rows/csv?figure=joined')
    expect(await exports()).toBe(before + 1)
    await creator.fetch('/api/analytics/rows/csv?figure=revenue')
    expect(await exports()).toBe(before + 2)
    // A creator who does not receive the revenue sees no names.
    await club.people.otherCreator.fetch('/api/analytics/rows/csv?figure=revenue')
    expect(await exports()).toBe(before + 2)
  })

  it('name the filter in the file name; HEAD is not recorded', async () => {
    const { creator } = club.people
    const name = async (query: string, method = 'GET') => {
      const reply = await creator.fetch(`/api/analytics/rows/csv?${query}`, { method })
      expect(reply.status).toBe(200)
      return /filename="(.+)\.csv"/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
    }
    expect(await name('figure=joined&since=2027-04-02T00:00:00.000Z')).toBe('joined-since-2027-04-02')
    expect(await name('figure=revenue&month=2026-10-01&until=2026-10-27T00:00:00.000Z')).toBe(
      'revenue-2026-10-until-2026-10-27',
    )
    expect(await name('figure=lost&month=2026-11-01&through=2027-04-01')).toBe('lost-2026-11-to-2027-04')
    expect(await name('figure=kept&joined=2026-11-01')).toBe('kept-of-2026-11')
    expect(await name('figure=movements&month=2027-01-01&kind=lost_by_choice')).toBe(
      'movements-2027-01-lost-by-choice',
    )
    const exports = () =>
      club.services.db.$count(auditEntries, eq(auditEntries.action, 'subscribers_exported'))
    const before = await exports()
    expect(await name('figure=lost', 'HEAD')).toBe('lost')
    expect(await exports()).toBe(before)
    await name('figure=lost')
    expect(await exports()).toBe(before + 1)
  })
})
