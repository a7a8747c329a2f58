import { api } from '@touchline/contract/api.ts'
import { eq, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { isNamed, isSaid, newestSearched } from './queries.ts'
import { type TipRow, tips } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

let made = 0

/** Inserts a tip, a minute later than the previous one, to the creator by default. */
async function tipFrom(sender: Caller, given: Partial<TipRow> = {}): Promise<TipRow> {
  made += 1
  const createdAt = new Date(Date.UTC(2026, 0, 1, 12, made))
  const status = given.status ?? 'completed'
  const [row] = await club.services.db
    .insert(tips)
    .values({
      id: uuid({ msecs: createdAt.getTime() }),
      fromPersonId: sender.id,
      toPersonId: club.people.creator.id,
      amountCents: 500,
      customerId: 'cus_test',
      paymentMethodId: 'pm_test',
      cardBrand: 'visa',
      cardLast4: '4242',
      createdAt,
      ...given,
      status,
      completedAt: status === 'completed' ? createdAt : null,
    })
    .returning()
  return row!
}

const heart = (who: Caller, id: string) => who.call(api.tips.acknowledge, { params: { id } })

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** The query plan with sequential scans disabled. */
const planOf = (table: SQL, condition: SQL) =>
  club.services.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    const { rows } = await tx.execute(sql`explain (format json) select id from ${table} where ${condition}`)
    return JSON.stringify(rows)
  })

describe('tips received', () => {
  it('come newest or oldest first, in pages with a total [TREC-1, TREC-3]', async () => {
    await club.services.db.delete(tips)
    const sent: TipRow[] = []
    for (let count = 0; count < 12; count += 1) sent.push(await tipFrom(club.people.member))
    const inOrder = idsOf(sent)
    const { creator } = club.people

    const first = await creator.call(api.tips.received)
    expect(idsOf(first.body.tips)).toEqual(inOrder.toReversed().slice(0, 10))
    expect(first.body).toMatchObject({ total: 12, hasMore: true })
    const second = await creator.call(api.tips.received, { query: { page: 2, filter: 'latest' } })
    expect(idsOf(second.body.tips)).toEqual(inOrder.slice(0, 2).toReversed())
    expect(second.body).toMatchObject({ total: 12, hasMore: false })
    // Latest first: the last heart comes before later arrivals.
    await heart(creator, inOrder[0]!)
    const latest = await creator.call(api.tips.received, { query: { filter: 'latest', limit: 3 } })
    expect(idsOf(latest.body.tips)).toEqual([inOrder[0], inOrder[11], inOrder[10]])
    const recent = await creator.call(api.tips.received, { query: { filter: 'most_recent', limit: 3 } })
    expect(idsOf(recent.body.tips)).toEqual(inOrder.toReversed().slice(0, 3))
    const sequential = await creator.call(api.tips.received, { query: { filter: 'all', limit: 3 } })
    expect(idsOf(sequential.body.tips)).toEqual(inOrder.slice(0, 3))
    expect((await creator.call(api.tips.received, { query: { page: 0 } })).status).toBe(400)
  })

  it('are found by message, amount or sender, with literal wildcards [TREC-1]', async () => {
    await club.services.db.delete(tips)
    const plain = await tipFrom(club.people.member, { message: 'What a save' })
    const percent = await tipFrom(club.people.otherMember, { message: '100% referee_of the year' })
    const larger = await tipFrom(club.people.otherMember, { amountCents: 2550 })
    const found = async (search: string) => {
      const { body } = await club.people.creator.call(api.tips.received, { query: { search, filter: 'all' } })
      expect(body.total).toBe(body.tips.length)
      return idsOf(body.tips)
    }
    expect(await found('A SAVE')).toEqual([plain.id])
    expect(await found('0% ref')).toEqual([percent.id])
    expect(await found('%')).toEqual([percent.id])
    expect(await found('_')).toEqual([percent.id])
    expect(await found('\\')).toEqual([])
    expect(await found('$5')).toEqual([plain.id, percent.id])
    expect(await found('5.00')).toEqual([plain.id, percent.id])
    expect(await found('25.5')).toEqual([larger.id])
    expect(await found('mina os')).toEqual([plain.id])
    expect(await found('othermember@')).toEqual([percent.id, larger.id])
    expect(await found('nothing like it')).toEqual([])
  })

  it('are sorted and paged the same way in a search [TREC-1]', async () => {
    await club.services.db.delete(tips)
    const { creator, member, otherMember } = club.people
    const sent: TipRow[] = []
    for (let count = 0; count < 6; count += 1)
      sent.push(
        await tipFrom(count % 2 ? member : otherMember, { message: count === 5 ? null : 'Élan, ÅSA!' }),
      )
    await tipFrom(member, { message: 'élan', status: 'failed' })
    const inOrder = idsOf(sent.slice(0, 5))
    const found = async (query: { filter: 'most_recent' | 'latest' | 'all'; page: number }) => {
      const { body } = await creator.call(api.tips.received, {
        query: { ...query, limit: 2, search: 'éLAN, åsa' },
      })
      return { ids: idsOf(body.tips), total: body.total, hasMore: body.hasMore }
    }
    const [a, b, c, d, e] = inOrder
    expect(await found({ filter: 'all', page: 1 })).toEqual({ ids: [a, b], total: 5, hasMore: true })
    expect(await found({ filter: 'all', page: 3 })).toEqual({ ids: [e], total: 5, hasMore: false })
    expect(await found({ filter: 'all', page: 4 })).toEqual({ ids: [], total: 5, hasMore: false })
    expect(await found({ filter: 'most_recent', page: 2 })).toEqual({ ids: [c, b], total: 5, hasMore: true })
    await heart(creator, b!)
    expect(await found({ filter: 'latest', page: 1 })).toEqual({ ids: [b, e], total: 5, hasMore: true })
    expect(await found({ filter: 'latest', page: 2 })).toEqual({ ids: [d, c], total: 5, hasMore: true })
  })

  it('are listed once when they match in several ways [TREC-1]', async () => {
    const { db } = club.services
    const { creator, member, otherMember } = club.people
    await db.delete(tips)
    const [{ firstName, lastName } = {}] = await db.select().from(people).where(eq(people.id, member.id))
    await db.update(people).set({ firstName: '5', lastName: 'Stars' }).where(eq(people.id, member.id))
    const all = [
      await tipFrom(member, { message: '5 stars, of course', amountCents: 500 }),
      await tipFrom(member, { message: 'high 5', amountCents: 700 }),
      await tipFrom(member, { message: null, amountCents: 700 }),
      await tipFrom(otherMember, { message: 'a 5-0 win', amountCents: 700 }),
      await tipFrom(otherMember, { message: null, amountCents: 500 }),
    ]
    await tipFrom(otherMember, { message: 'seven', amountCents: 700 })
    const found = async (search: string) => {
      const { body } = await creator.call(api.tips.received, { query: { search, filter: 'all' } })
      expect(body.total).toBe(body.tips.length)
      return idsOf(body.tips)
    }
    expect(await found('5')).toEqual(idsOf(all))
    expect(await found('5 st')).toEqual(idsOf(all.slice(0, 3)))
    await db.update(people).set({ firstName, lastName }).where(eq(people.id, member.id))
  })

  it('are searched for one or two letters among the newest only, and say so [TREC-1]', async () => {
    const { db } = club.services
    const { creator, member, otherMember } = club.people
    await db.delete(tips)
    const oldest = await tipFrom(otherMember, { message: 'OK 👏 referee', amountCents: 700 })
    const many = await tipFrom(member)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await tx.execute(sql`
        insert into tips select (jsonb_populate_record(t, jsonb_build_object(
          'id', gen_random_uuid(), 'created_at', t.created_at + n * interval '1 millisecond'))).*
        from tips t, generate_series(1, ${newestSearched - 2}) n where t.id = ${many.id}`)
    })
    const found = async (search: string) => {
      const { body } = await creator.call(api.tips.received, { query: { search, filter: 'all', limit: 1 } })
      return { ids: idsOf(body.tips), total: body.total, newest: body.searchedNewest }
    }
    const whole = { ids: [oldest.id], total: 1, newest: undefined }
    expect(await found('ok')).toEqual(whole)
    await tipFrom(member, { message: 'Late winner', createdAt: new Date(Date.UTC(2026, 1, 1)) })
    for (const search of ['ok', '👏', 'OK 👏'])
      expect(await found(search)).toEqual({ ids: [], total: 0, newest: newestSearched })
    expect((await found('la')).total).toBe(1)
    expect((await found('mi')).total).toBe(newestSearched)
    // Three letters, and an amount, are looked up in an index.
    for (const search of ['ref', 'ok 👏 ref']) expect(await found(search)).toEqual(whole)
    expect(await found('$7')).toMatchObject({ ids: [oldest.id], total: 1 })
    expect((await found('5')).total).toBe(newestSearched)
  })

  it('are searched with trigram indexes [TREC-1]', async () => {
    expect(await planOf(sql`tips`, isSaid('referee'))).toContain('"tips_message_trigrams"')
    expect(await planOf(sql`people`, isNamed('mina os'))).toContain('"people_name_trigrams"')
  })

  it('are found by the displayed name [TREC-1]', async () => {
    const { db } = club.services
    const { creator, otherMember } = club.people
    await db.delete(tips)
    const tip = await tipFrom(otherMember)
    const [before] = await db.select().from(people).where(eq(people.id, otherMember.id))
    const isFound = async (search: string) => {
      const { body } = await creator.call(api.tips.received, { query: { search } })
      return body.tips.some(({ id }) => id === tip.id)
    }
    const named = (firstName: string | null, lastName: string | null) =>
      db.update(people).set({ firstName, lastName }).where(eq(people.id, otherMember.id))
    await named('Zoë', null)
    expect([await isFound('ZOË'), await isFound('othermember@')]).toEqual([true, false])
    await named(null, 'Quist')
    expect([await isFound('quist'), await isFound('othermember@')]).toEqual([true, false])
    await named(null, null)
    expect([await isFound('quist'), await isFound('othermember@')]).toEqual([false, true])
    await named(before!.firstName, before!.lastName)
  })

  it('include pending tips but no failed or foreign ones [TREC-2]', async () => {
    await club.services.db.delete(tips)
    const { creator, otherCreator, admin, member } = club.people
    const pending = await tipFrom(member, { status: 'pending' })
    await tipFrom(member, { status: 'failed' })
    const { body } = await creator.call(api.tips.received)
    expect(body).toMatchObject({
      total: 1,
      tips: [
        {
          id: pending.id,
          amount: 5,
          status: 'pending',
          fromUser: { firstName: 'Mina', email: member.email },
        },
      ],
    })
    expect((await admin.call(api.tips.received)).body.total).toBe(1)
    expect((await otherCreator.call(api.tips.received)).body).toEqual({ tips: [], total: 0, hasMore: false })
    expect((await member.call(api.tips.received)).status).toBe(403)
  })
})

describe('tips sent', () => {
  it('are the sender’s own, newest first, without the creator’s email [MYT-1]', async () => {
    await club.services.db.delete(tips)
    const { creator, member, otherMember } = club.people
    const first = await tipFrom(member)
    const second = await tipFrom(member, { message: 'Again' })
    await tipFrom(otherMember)
    const { body } = await member.call(api.tips.sent, { query: { limit: 1 } })
    expect(body).toMatchObject({ total: 2, hasMore: true, tips: [{ id: second.id, message: 'Again' }] })
    expect(body.tips[0]?.toUser).toMatchObject({ firstName: 'Sam', lastName: 'Whitlock', email: null })
    const rest = await member.call(api.tips.sent, { query: { page: 2, limit: 1 } })
    expect(rest.body).toMatchObject({ total: 2, hasMore: false, tips: [{ id: first.id }] })

    await club.services.db
      .update(people)
      .set({ firstName: null, lastName: null })
      .where(eq(people.id, creator.id))
    const nameless = await member.call(api.tips.sent)
    expect(nameless.body.tips[0]?.toUser).toMatchObject({ firstName: 'creator', email: null })
  })
})

describe('hearting a tip', () => {
  it('happens once under concurrent requests [TREC-4] [R-23]', async () => {
    const { creator, member } = club.people
    const tip = await tipFrom(member)
    const said = listenIn(club)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => creator.call(api.tips.acknowledge, { params: { id: tip.id } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(answers.every(({ body }) => body.tip.isAcknowledged)).toBe(true)
    const [{ acknowledgedAt } = {}] = await club.services.db.select().from(tips).where(eq(tips.id, tip.id))
    club.clock.advance(60_000)
    expect((await creator.call(api.tips.acknowledge, { params: { id: tip.id } })).status).toBe(200)
    const [later] = await club.services.db.select().from(tips).where(eq(tips.id, tip.id))
    expect(later?.acknowledgedAt).toEqual(acknowledgedAt)
    expect(await said.soFar()).toEqual([
      { audience: { person: member.id }, message: { type: 'tip_acknowledged', tipId: tip.id } },
    ])
    const sent = await member.call(api.tips.sent)
    expect(sent.body.tips.find(({ id }) => id === tip.id)?.isAcknowledged).toBe(true)
  })

  it('is limited to the recipient and to paid tips [TREC-4, T-ID-07]', async () => {
    const { creator, otherCreator, admin, member } = club.people
    const pending = await tipFrom(member, { status: 'pending' })
    const paid = await tipFrom(member)
    expect(await heart(creator, pending.id)).toMatchObject({
      status: 409,
      body: { code: 'tip_not_completed' },
    })
    expect((await heart(otherCreator, paid.id)).status).toBe(404)
    expect((await heart(admin, paid.id)).status).toBe(403)
    expect((await heart(member, paid.id)).status).toBe(403)
    expect((await heart(creator, 'not-an-id')).status).toBe(404)
    expect((await heart(creator, uuid())).status).toBe(404)
    const [row] = await club.services.db.select().from(tips).where(eq(tips.id, paid.id))
    expect(row?.isAcknowledged).toBe(false)
  })
})
