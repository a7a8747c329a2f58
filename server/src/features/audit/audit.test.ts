import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})
