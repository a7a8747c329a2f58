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

type Somebody = Pick<Person, 'id' | 'role' | 'isBlocked'>

/** Creators block subscribers, admins creators as well; nobody an admin or themselves, and no blocked person anybody. */
function mayBlock(actor: Somebody, person: Somebody): boolean {
  if (actor.isBlocked || actor.id === person.id) return false
  if (actor.role === 'admin') return person.role !== 'admin'
  return actor.role === 'creator' && person.role === 'subscriber'
}

/** With a transaction for `db` it is part of that one. */
type ForBlocks = Pick<Services, 'clock' | 'live' | 'mail' | 'jobs' | 'address' | 'site'> & { db: Queryable }

type Blocking = { actorId: string; personId: string; reason: string | null; until: Date | null }

/**
 * Blocks a person at once: from their next call on everything refuses, their sockets and streams are cut in every
 * process, they are told by mail, and a job ends what they pay. Who is blocked already stays as they are (`isNew` is
 * false), unless it would end before this one: then this one takes its place. `reason` has at most 500 characters.
 * Refuses with 404, with 403 who may not, and with 400 an end that is not to come.
 */
export async function blockPerson(
  services: ForBlocks,
  { actorId, personId, reason, until }: Blocking,
): Promise<Block & { isNew: boolean }> {
  const { db, clock, live, mail, jobs, site } = services
  return db.transaction(async (tx) => {
    const { actor, person } = await twoPeople(tx, actorId, personId)
    const now = clock.now()
    if (until && until <= now)
      throw invalid('The end must be in the future.', { until: 'Choose a later time.' })
    const already = await openBlockOf(tx, personId)
    if (already) {
      if (!endsBefore(already, until)) return { ...already, isNew: false }
      await refuseOverAdmin(tx, actor, already)
      await tx.update(blocks).set({ endedAt: now, endedById: actorId }).where(eq(blocks.id, already.id))
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
    const { supportEmail } = site
    await mail.send(tx, suspended(person, block, { mayPay: person.role === 'subscriber', supportEmail }))
    await live.accessChanged(tx, personId)
    await jobs.enqueue(tx, 'end-billing', { blockId: block.id })
    return { ...block, isNew: true }
  })
}

/**
 * Ends the block of a person, who is told by mail; of somebody who is not blocked nothing changes. What they paid for
 * is theirs again. Refuses with 404, and with 403 who could not have blocked them, and creators where an admin did.
 */
export async function unblockPerson(
  services: ForBlocks,
  { actorId, personId, reason }: Omit<Blocking, 'until'>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { actor, person } = await twoPeople(tx, actorId, personId)
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

/** What an admin decided, only admins change. */
async function refuseOverAdmin(tx: Transaction, actor: Person, block: Block | null) {
  if (actor.role === 'admin' || !block?.byId) return
  const [by] = await tx.select({ role: people.role }).from(people).where(eq(people.id, block.byId))
  if (by?.role === 'admin') throw accessDenied()
}

/** The one who asks and the one it is about, held until the end; in one order, so that two of them never wait for each other. */
async function twoPeople(tx: Transaction, actorId: string, personId: string) {
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
