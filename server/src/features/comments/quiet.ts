import { and, asc, eq, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { conflict, invalid, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Database } from '#db/database.ts'
import type { Services } from '#services.ts'
import { comments, hiddenPeople, mutedThreads } from './schema.ts'

type Muting = { personId: string; threadId: string; isMuted: boolean }

type Deps = Pick<Services, 'db' | 'clock' | 'live'>

/** Stops or allows notices about a thread. Idempotent. Throws 404 without the thread. */
export async function setMuted(
  { db, clock, live }: Deps,
  { personId, threadId, isMuted }: Muting,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [thread] = await tx
      .select({ postId: comments.postId })
      .from(comments)
      .where(eq(comments.id, threadId))
      .for('key share')
    if (!thread) throw notFound('Comment')
    const isTheirs = and(eq(mutedThreads.personId, personId), eq(mutedThreads.threadId, threadId))
    const { rowCount } = isMuted
      ? await tx
          .insert(mutedThreads)
          .values({ personId, threadId, createdAt: clock.now() })
          .onConflictDoNothing()
      : await tx.delete(mutedThreads).where(isTheirs)
    if (rowCount === 0) return
    const changed = { postId: thread.postId, commentId: threadId, replyToId: null }
    await live.publish(tx, { person: personId }, { type: 'comment_changed', ...changed })
  })
}

type Hiding = { personId: string; hiddenId: string }

/** Hides a member's comments from a person. Throws 404 for a person without comments, 409 for the creator and staff. */
export async function hidePerson({ db, clock, live }: Deps, { personId, hiddenId }: Hiding): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = validate(hiddenId)
      ? await tx
          .select({ id: people.id, role: people.role })
          .from(people)
          .where(
            sql`${people.id} = ${hiddenId} and exists (select from ${comments} where ${comments.personId} = ${hiddenId})`,
          )
          .for('key share')
      : []
    if (!found) throw notFound('Person')
    if (found.id === personId) throw invalid('You cannot hide yourself.')
    if (found.role !== 'subscriber') throw conflict('The creator and the staff cannot be hidden.')
    const { rowCount } = await tx
      .insert(hiddenPeople)
      .values({ personId, hiddenId, createdAt: clock.now() })
      .onConflictDoNothing()
    if (rowCount !== 0) await live.publish(tx, { person: personId }, { type: 'hidden_people_changed' })
  })
}

/** Shows a person's comments again. Idempotent. */
export async function unhidePerson(
  { db, live }: Pick<Services, 'db' | 'live'>,
  { personId, hiddenId }: Hiding,
): Promise<void> {
  if (!validate(hiddenId)) throw notFound('Person')
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(hiddenPeople)
      .where(and(eq(hiddenPeople.personId, personId), eq(hiddenPeople.hiddenId, hiddenId)))
    if (rowCount !== 0) await live.publish(tx, { person: personId }, { type: 'hidden_people_changed' })
  })
}

export async function hiddenBy(db: Database, viewer: Viewer) {
  const rows = await db
    .select({ person: partyColumns })
    .from(hiddenPeople)
    .innerJoin(people, eq(people.id, hiddenPeople.hiddenId))
    .where(eq(hiddenPeople.personId, viewer.id))
    .orderBy(asc(hiddenPeople.createdAt), asc(people.id))
  return rows.map(({ person }) => {
    const { id, firstName, email } = toParty(person, viewer)
    return { id, name: firstName ?? email ?? 'Member' }
  })
}
