import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '#features/accounts/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { recordAct } from './record-act.ts'
import { auditEntries } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

describe('ADM-4 the audit log', () => {
  it('keeps what was done, and lets nobody change or remove it', async () => {
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

  it('lets the words about somebody who was erased go, and nothing else', async () => {
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
