import { eq, inArray } from 'drizzle-orm'
import { validate as isUuid, v7 as uuid } from 'uuid'
import type { Queryable, Transaction } from '#db/database.ts'
import { accessDenied, invalid, notFound } from '#errors.ts'
import { people, type Person } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { closeBlock } from './close-block.ts'
import { suspended } from './emails.ts'
import { openBlockOf } from './queries.ts'
import { type Block, blocks } from './schema.ts'

type Party = Pick<Person, 'id' | 'role' | 'isBlocked'>

/** Creators may block subscribers, and admins may block creators too. Admins and oneself cannot be blocked. */
function mayBlock(actor: Party, person: Party): boolean {
  if (actor.isBlocked || actor.id === person.id) return false
  if (actor.role === 'admin') return person.role !== 'admin'
  return actor.role === 'creator' && person.role === 'subscriber'
}

/** `db` may be a transaction, which the block then joins. */
type Deps = Pick<Services, 'clock' | 'live' | 'mail' | 'jobs' | 'address' | 'site'> & { db: Queryable }

type BlockInput = { actorId: string; personId: string; reason: string | null; until: Date | null }

/**
 * Takes effect at once; a job ends the billing. An existing block stays (`isNew` is false) unless it ends before this
 * one. Throws 404 for an unknown person, 403 when the actor may not block them, 400 for an end in the past.
 */
export async function blockPerson(
  services: Deps,
  { actorId, personId, reason, until }: BlockInput,
): Promise<Block & { isNew: boolean }> {
  const { db, clock, live, mail, jobs, site } = services
  return db.transaction(async (tx) => {
    const { actor, person } = await lockBoth(tx, actorId, personId)
    const now = clock.now()
    if (until && until <= now)
      throw invalid('The end must be in the future.', { until: 'Choose a later time.' })
    const existing = await openBlockOf(tx, personId)
    if (existing) {
      if (!endsBefore(existing, until)) return { ...existing, isNew: false }
      await refuseOverAdmin(tx, actor, existing)
      await tx.update(blocks).set({ endedAt: now, endedById: actorId }).where(eq(blocks.id, existing.id))
    }
    const [block] = await tx
      .insert(blocks)
      .values({ id: uuid(), personId, byId: actorId, reason, startsAt: now, until })
      .returning()
    if (!block) throw new Error(`the block of ${personId} was not written`)
    await tx.update(people).set({ isBlocked: true }).where(eq(people.id, personId))
    await recordAct(tx, {
      actorId,
      action: 'person_blocked',
      personId,
      subject: block.id,
      ...(reason ? { reason } : {}),
      at: now,
    })
    const { supportEmail } = site.settings
    await mail.enqueue(tx, suspended(person, block, { mayPay: person.role === 'subscriber', supportEmail }))
    await live.accessChanged(tx, personId)
    await jobs.enqueue(tx, 'end-billing', { blockId: block.id })
    return { ...block, isNew: true }
  })
}

/**
 * Emails the person and restores the access they paid for. Throws 404 for an unknown person, 403 when the actor could
 * not have blocked them or when a creator would end an admin's block.
 */
export async function unblockPerson(
  services: Deps,
  { actorId, personId, reason }: Omit<BlockInput, 'until'>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { actor, person } = await lockBoth(tx, actorId, personId)
    if (!person.isBlocked) return
    await refuseOverAdmin(tx, actor, await openBlockOf(tx, personId))
    const blockId = await closeBlock(tx, services, person, actorId)
    await recordAct(tx, {
      actorId,
      action: 'person_unblocked',
      personId,
      ...(blockId ? { subject: blockId } : {}),
      ...(reason ? { reason } : {}),
      at: services.clock.now(),
    })
  })
}

const endsBefore = ({ until }: Block, later: Date | null) => until !== null && (!later || until < later)

/** Only admins may change a block that an admin made. */
async function refuseOverAdmin(tx: Transaction, actor: Person, block: Block | null) {
  if (actor.role === 'admin' || !block?.byId) return
  const [by] = await tx.select({ role: people.role }).from(people).where(eq(people.id, block.byId))
  if (by?.role === 'admin') throw accessDenied()
}

/** Locks the actor and the person. Locking in id order prevents deadlocks. */
async function lockBoth(tx: Transaction, actorId: string, personId: string) {
  if (!isUuid(personId)) throw notFound('User')
  const found = await tx
    .select()
    .from(people)
    .where(inArray(people.id, [actorId, personId]))
    .orderBy(people.id)
    .for('no key update')
  const [actor, person] = [actorId, personId].map((id) => found.find((one) => one.id === id))
  if (!person) throw notFound('User')
  if (!actor || !mayBlock(actor, person)) throw accessDenied()
  return { actor, person }
}
