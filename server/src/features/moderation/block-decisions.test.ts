import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people, sessions } from '#features/people/schema.ts'
import { blockPerson, unblockPerson } from '#features/blocks/block-person.ts'
import { openBlockOf } from '#features/blocks/queries.ts'
import { type Club, openClub } from '#testing/club.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { caseAbout, report, writtenComment } from '#testing/written-content.ts'
import { moderationCases } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('blocks the author of what was reported, once it is proved who decides [BLK-1]', async () => {
  const { otherMember, admin } = club.people
  const { db, clock } = club.services
  const until = new Date(clock.now().getTime() + 3 * 86_400_000)
  const said = await writtenComment(club, 'A threat', otherMember)
  await report(club.people.member, 'comment', said.id)
  const { id } = await caseAbout(club, 'A threat')
  const block = (body: Record<string, unknown>) => admin.call(api.moderation.block, { params: { id }, body })
  const ofAdmin = eq(sessions.personId, admin.id)
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(0) })
    .where(ofAdmin)
  expect(await block({ rule: 'danger' })).toMatchObject({
    status: 403,
    body: { code: 'confirmation_required' },
  })
  await db.update(sessions).set({ confirmedAt: clock.now() }).where(ofAdmin)
  expect((await block({ rule: 'danger', until: '2001-01-01T00:00:00Z' })).status).toBe(400)
  expect((await caseAbout(club, 'A threat')).decision).toBeNull()
  expect(await block({ rule: 'danger', until: until.toISOString() })).toMatchObject({
    status: 200,
    body: { decision: { measure: 'block', until: until.toISOString() }, thing: { isShown: false } },
  })
  expect((await otherMember.call(api.posts.list, {})).status).toBe(403)
  const [person] = await db.select().from(people).where(eq(people.id, otherMember.id))
  expect(person?.isBlocked).toBe(true)
  const emails = await allEmailsTo(club, otherMember.email)
  expect(emails.some((text) => text.includes('blocked your account until'))).toBe(true)
  await db.update(people).set({ isBlocked: false }).where(eq(people.id, otherMember.id))
})

it('extends a shorter block and keeps a longer one [BLK-1]', async () => {
  const { newcomer, creator, admin, member } = club.people
  const { services } = club
  for (const text of ['A worse threat', 'Another one']) {
    const said = await writtenComment(club, text, newcomer)
    await report(member, 'comment', said.id)
  }
  const blockedBy = async (text: string, until: Date | null) => {
    const { id } = await caseAbout(club, text)
    const body = { rule: 'danger', until: until?.toISOString() ?? null } as const
    expect((await admin.call(api.moderation.block, { params: { id }, body })).status).toBe(200)
    const [row] = await services.db.select().from(moderationCases).where(eq(moderationCases.id, id))
    return row?.blockId
  }
  const tomorrow = new Date(services.clock.now().getTime() + 86_400_000)
  const change = { personId: newcomer.id, reason: null, until: tomorrow }
  await blockPerson(services, { ...change, actorId: creator.id })
  const blockId = await blockedBy('A worse threat', null)
  const open = await openBlockOf(services.db, newcomer.id)
  expect(open).toMatchObject({ id: blockId, byId: admin.id, until: null })
  expect(await blockedBy('Another one', tomorrow)).toBeNull()
  expect((await openBlockOf(services.db, newcomer.id))?.id).toBe(blockId)
  await unblockPerson(services, { ...change, actorId: admin.id })
})
