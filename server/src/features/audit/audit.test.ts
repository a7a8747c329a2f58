import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { recordAct } from './record-act.ts'
import type { LogFilter } from './read-log.ts'
import { auditEntries } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

describe('ADM-4 the audit log', () => {
  it('keeps entries that cannot be changed or deleted [ADM-4] [T-AD-01]', async () => {
    const { db, clock } = club.services
    const { admin } = club.people
    await recordAct(db, {
      actorId: admin.id,
      action: 'terms_changed',
      reason: 'A new year',
      at: clock.now(),
    })
    const [kept] = await db.select().from(auditEntries)
    expect(kept).toMatchObject({ actorId: admin.id, action: 'terms_changed', reason: 'A new year' })

    const changes = [
      db.update(auditEntries).set({ reason: 'Nothing happened' }),
      db.delete(auditEntries).where(eq(auditEntries.actorId, admin.id)),
      db.execute(sql`truncate audit_entries`),
    ]
    for (const change of changes)
      await expect(change).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      })
    expect(await db.select().from(auditEntries)).toEqual([kept])
  })

  it('erases only the reason in entries about an erased person', async () => {
    const { db, clock } = club.services
    const { admin, lapsed } = club.people
    await recordAct(db, {
      actorId: admin.id,
      action: 'payment_refunded',
      personId: lapsed.id,
      reason: 'Lars asked',
      at: clock.now(),
    })
    const theirs = eq(auditEntries.personId, lapsed.id)
    const refused = { cause: { message: expect.stringContaining('append-only') } }
    const silence = () => db.update(auditEntries).set({ reason: null }).where(theirs)
    await expect(silence()).rejects.toMatchObject(refused)
    await db.update(people).set({ erasedAt: clock.now() }).where(eq(people.id, lapsed.id))
    for (const change of [
      { reason: 'Another' },
      { reason: null, actorId: null },
      { reason: null, personId: null },
    ])
      await expect(db.update(auditEntries).set(change).where(theirs)).rejects.toMatchObject(refused)
    await silence()
    expect(await db.select().from(auditEntries).where(theirs)).toMatchObject([
      { actorId: admin.id, reason: null },
    ])
  })
})

describe('who did what', () => {
  const hourMs = 60 * 60_000

  it('is read by admins, page by page, by person, actor, action and time [ADM-4]', async () => {
    const { db } = club.services
    const { clock } = club
    const { admin, creator, member, newcomer } = club.people
    const from = clock.now()
    for (let index = 0; index < 23; index += 1)
      await recordAct(db, {
        actorId: creator.id,
        action: 'person_unblocked',
        personId: newcomer.id,
        at: from,
      })
    clock.advance(hourMs)
    await recordAct(db, {
      actorId: admin.id,
      action: 'person_blocked',
      personId: member.id,
      reason: 'Spam',
      at: clock.now(),
    })
    await recordAct(db, { actorId: null, action: 'block_ended', personId: member.id, at: clock.now() })

    const read = async (query: LogFilter) => (await admin.call(api.audit.log, { query })).body
    const about = await read({ person: member.email })
    expect(about.entries).toMatchObject([
      { action: 'block_ended', actor: null, person: { id: member.id } },
      { action: 'person_blocked', actor: { id: admin.id, name: 'Ada Keeper' }, reason: 'Spam' },
    ])
    expect((await read({ person: member.id, action: 'person_blocked' })).entries).toHaveLength(1)
    expect((await read({ actor: admin.email.toUpperCase(), person: member.id })).entries).toHaveLength(1)
    expect((await read({ person: 'nobody@club.example' })).entries).toEqual([])
    const first = await read({ person: newcomer.id })
    const rest = await read({ person: newcomer.id, before: first.entries.at(-1)!.id })
    expect([first.entries.length, first.hasMore, rest.entries.length, rest.hasMore]).toEqual([
      20,
      true,
      3,
      false,
    ])
    const late = await read({ from: new Date(from.getTime() + 1).toISOString() })
    expect(late.entries.every(({ person }) => person?.id === member.id)).toBe(true)
    expect((await read({ to: from.toISOString(), person: member.id })).entries).toEqual([])
    for (const query of ['action=nothing', 'from=yesterday', 'to=0000-01-01T00:00:00Z'])
      expect((await admin.fetch(`/api/admin/audit-log?${query}`)).status).toBe(400)
  })

  it('shows a person only entries about them: first name, role and action, no reason [ADM-4]', async () => {
    const { member, pastDue, admin } = club.people
    const { body } = await member.call(api.audit.staffLooks, { query: {} })
    expect(body).toMatchObject({
      hasMore: false,
      looks: [{ action: 'person_blocked', by: { firstName: 'Ada', role: 'admin' } }],
    })
    expect(JSON.stringify(body)).not.toMatch(/Spam|Keeper|@/)
    expect(body.looks).toHaveLength(1)
    const becomes = (role: 'admin' | 'subscriber') =>
      club.services.db.update(people).set({ role }).where(eq(people.id, admin.id))
    await becomes('subscriber')
    const later = await member.call(api.audit.staffLooks, { query: {} })
    expect(later.body.looks).toMatchObject([{ by: { firstName: 'Ada', role: null } }])
    await becomes('admin')
    expect((await pastDue.call(api.audit.staffLooks, { query: {} })).body.looks).toEqual([])
    expect((await admin.call(api.audit.staffLooks, { query: {} })).body.looks).toEqual([])
  })

  it('has no call that changes or removes it [ADM-4] [T-AD-01]', () => {
    const touching = Object.values(api)
      .flatMap((noun): Endpoint[] => Object.values(noun))
      .filter(({ path }) => path.includes('audit'))
    expect(touching.map(({ method }) => method)).toEqual(['GET'])
  })
})
