import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { people } from '#features/people/schema.ts'
import type { Jobs } from '#jobs/jobs.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, signInAgain } from '#testing/joining.ts'
import { onLine } from '#testing/provider-line.ts'
import { listenIn } from '#testing/received.ts'
import { publishSettings } from '#testing/publish-settings.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { blockPerson, unblockPerson } from './block-person.ts'
import { endBilling, endOpenBilling } from './end-billing.ts'
import { endDueBlocks } from './end-due-blocks.ts'
import { blocks } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  await publishSettings(club.services, { supportEmail: 'support@club.example' })
})
afterAll(() => club.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(club.clock.now().getTime() + days * dayMs)

const block = (actor: Caller, person: Pick<Caller, 'id'>, more: { reason?: string; until?: Date } = {}) =>
  blockPerson(club.services, {
    actorId: actor.id,
    personId: person.id,
    reason: more.reason ?? null,
    until: more.until ?? null,
  })
const unblock = (actor: Caller, person: Pick<Caller, 'id'>) =>
  unblockPerson(club.services, { actorId: actor.id, personId: person.id, reason: null })

const actsOn = async (personId: string) => {
  const rows = await club.services.db.select().from(auditEntries).where(eq(auditEntries.personId, personId))
  return rows.map(({ actorId, action, reason }) => ({ actorId, action, reason }))
}
const isBlocked = async (personId: string) => {
  const [row] = await club.services.db.select().from(people).where(eq(people.id, personId))
  return row?.isBlocked
}

const chargesOf = async (customer: string) =>
  (await club.services.payments.stripe.charges.list({ customer })).data.length

describe('a block', () => {
  it('refuses everything at once, is written down once with who and why, and says so by mail [BLK-2] [T-ID-10]', async () => {
    const { creator, otherMember: person } = club.people
    const until = inDays(3)
    const ear = listenIn(club)
    const first = await block(creator, person, { reason: 'Spam or advertising: a shop', until })
    const again = await Promise.all(
      [1, 2].map(() => block(creator, person, { reason: 'Something else', until })),
    )
    expect(new Set([first, ...again].map(({ id }) => id)).size).toBe(1)
    expect(await ear.soFar()).toContainEqual({
      audience: { person: person.id },
      message: { type: 'access_changed' },
    })
    const refused = await person.call(api.posts.list, { query: { page: 1, limit: 5 } })
    expect([refused.status, refused.message]).toEqual([403, 'Account suspended'])
    expect((await person.call(api.blocks.suspension)).body).toEqual({
      reason: 'Spam or advertising: a shop',
      until: until.toISOString(),
    })
    expect(await actsOn(person.id)).toEqual([
      { actorId: creator.id, action: 'person_blocked', reason: 'Spam or advertising: a shop' },
    ])
    const [sent, ...others] = await allEmailsTo(club, person.email)
    expect(others).toEqual([])
    expect(sent).toContain('Subject: Your account is suspended')
    for (const said of ['a shop', 'It ends automatically on', 'another month', 'support@club.example'])
      expect(sent).toContain(said)

    await Promise.all([1, 2].map(() => unblock(creator, person)))
    expect((await person.call(api.posts.list, { query: { page: 1, limit: 5 } })).status).toBe(200)
    expect((await person.call(api.blocks.suspension)).status).toBe(404)
    expect((await actsOn(person.id)).map(({ action }) => action)).toEqual([
      'person_blocked',
      'person_unblocked',
    ])
  })

  it('lets creators block subscribers only, and no one an admin or themselves [T-ID-10]', async () => {
    const { creator, otherCreator, admin, member, newcomer } = club.people
    const pairs: [Caller, Caller][] = [
      [creator, admin],
      [creator, otherCreator],
      [creator, creator],
      [admin, admin],
      [member, newcomer],
    ]
    for (const [actor, person] of pairs) {
      await expect(block(actor, person)).rejects.toMatchObject({ status: 403, message: 'Access denied' })
      expect(await isBlocked(person.id)).toBe(false)
      expect(await actsOn(person.id)).toEqual([])
    }
    await block(admin, otherCreator)
    // A blocked person blocks no one, even with a request already on its way.
    await expect(block(otherCreator, newcomer)).rejects.toMatchObject({ status: 403 })
    await expect(unblock(creator, otherCreator)).rejects.toMatchObject({ status: 403 })
    await unblock(admin, otherCreator)
    for (const id of ['nobody', '00000000-0000-7000-8000-000000000000'])
      await expect(block(admin, { id })).rejects.toMatchObject({ status: 404 })
  })

  it('ends by itself when its time is over, once however many look, and not before [BLK-2]', async () => {
    const { admin, lapsed: person } = club.people
    await expect(block(admin, person, { until: inDays(0) })).rejects.toMatchObject({ status: 400 })
    await block(admin, person, { until: inDays(1) })
    expect(await endDueBlocks(club.services)).toBe(0)
    club.clock.set(inDays(1))
    const ended = await Promise.all([1, 2, 3].map(() => endDueBlocks(club.services)))
    expect(ended.reduce((sum, count) => sum + count)).toBe(1)
    expect(await isBlocked(person.id)).toBe(false)
    expect((await actsOn(person.id)).map(({ actorId, action }) => [actorId, action])).toEqual([
      [admin.id, 'person_blocked'],
      [null, 'block_ended'],
    ])
    const emails = await allEmailsTo(club, person.email)
    expect(emails.filter((text) => text.includes('Your account is open again'))).toHaveLength(1)
  })

  it('gives way to one that ends later, and to none that ends before [BLK-2]', async () => {
    const { creator, admin, newcomer: person } = club.people
    const short = await block(creator, person, { until: inDays(1) })
    const long = await block(admin, person, { reason: 'Not who they say they are' })
    expect([short.isNew, long.isNew]).toEqual([true, true])
    for (const until of [inDays(1), inDays(400)])
      expect(await block(admin, person, { until })).toMatchObject({ id: long.id, until: null, isNew: false })
    club.clock.advance(25 * 3_600_000)
    expect(await endDueBlocks(club.services)).toBe(0)
    expect(await isBlocked(person.id)).toBe(true)
    const rows = await club.services.db.select().from(blocks).where(eq(blocks.personId, person.id))
    expect(rows.find(({ id }) => id === short.id)).toMatchObject({ endedById: admin.id })
    expect(rows.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)).toEqual([long.id])
    expect((await allEmailsTo(club, person.email)).map((text) => /Subject: (.*)/.exec(text)?.[1])).toEqual([
      'Your account is suspended',
      'Your account is suspended',
    ])
    await unblock(admin, person)
  })

  it('that an admin made is changed by admins alone [BLK-2] [T-ID-10]', async () => {
    const { creator, admin, newcomer: person } = club.people
    const until = inDays(7)
    const made = await block(admin, person, { until })
    // What a creator made longer would be theirs to lift.
    for (const attempt of [unblock, block])
      await expect(attempt(creator, person)).rejects.toMatchObject({ status: 403, message: 'Access denied' })
    expect(await block(creator, person, { until })).toMatchObject({ id: made.id, isNew: false })
    expect(await isBlocked(person.id)).toBe(true)
    await unblock(admin, person)
    await block(creator, person)
    await unblock(creator, person)
    expect(await isBlocked(person.id)).toBe(false)
  })
})

describe('what a blocked person pays', () => {
  it('ends with the paid month, and is theirs again when the block ends before [BLK-2]', async () => {
    const paying = await join(club)
    const { id, stripeCustomerId } = paying.user
    await block(club.people.admin, { id })
    await quiet(club)
    const subscription = () => club.services.payments.stripe.subscriptions.retrieve(paying.subscriptionId)
    expect((await subscription()).cancel_at_period_end).toBe(true)
    await unblock(club.people.admin, { id })
    expect((await paying.caller.call(api.subscriptions.checkAccess)).body).toEqual({ hasAccess: true })
    expect((await paying.caller.call(api.subscriptions.resume)).status).toBe(200)
    expect((await subscription()).cancel_at_period_end).toBe(false)

    await block(club.people.admin, { id })
    await quiet(club)
    club.clock.set(inDays(40))
    await quiet(club)
    expect((await subscription()).status).toBe('canceled')
    expect(await chargesOf(stripeCustomerId!)).toBe(1)
    await unblock(club.people.admin, { id })
    await signInAgain(paying)
    expect((await paying.caller.call(api.subscriptions.checkAccess)).body).toEqual({ hasAccess: false })
  })

  it('is tried again while the provider does not answer, and left alone when the block is over [BLK-2]', async () => {
    const paying = await join(club)
    const { id } = paying.user
    const away = onLine(club, async () => {
      throw new Error('the line is down')
    })
    const asked: unknown[] = []
    const jobs: Jobs = {
      ...club.services.jobs,
      enqueue: async (_tx, queue, data) => void asked.push([queue, data]),
    }
    const held = await blockPerson(
      { ...club.services, jobs },
      { actorId: club.people.admin.id, personId: id, reason: null, until: null },
    )
    expect(asked).toContainEqual(['end-billing', { blockId: held.id }])
    await expect(endBilling(away, held.id)).rejects.toMatchObject({ status: 503 })
    await unblock(club.people.admin, { id })
    await endBilling(club.services, held.id)
    const isEnding = async () => {
      const { stripe } = club.services.payments
      return (await stripe.subscriptions.retrieve(paying.subscriptionId)).cancel_at_period_end
    }
    expect(await isEnding()).toBe(false)

    // Whatever became of the job of the next block: what still runs is found.
    await blockPerson(
      { ...club.services, jobs },
      { actorId: club.people.admin.id, personId: id, reason: null, until: null },
    )
    await endOpenBilling(club.services)
    await quiet(club)
    expect(await isEnding()).toBe(true)
    expect(await club.services.db.select().from(blocks).where(eq(blocks.personId, id))).toHaveLength(2)
  })
})
