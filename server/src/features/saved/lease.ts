import { leaseDays, maxSaved } from '@touchline/contract/saved.ts'
import { and, eq, gt, inArray, isNotNull, notInArray, sql, lte } from 'drizzle-orm'
import { validate } from 'uuid'
import { conflict, notFound, unauthorized } from '#errors.ts'
import { people, sessions } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { savedPosts } from './schema.ts'

/** Deletes the leases of people who lost access too; they must save their posts again. */
export async function revokeLeases({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.delete(savedPosts).where(lte(savedPosts.endsAt, now))
  const holders = await db
    .selectDistinct({
      id: people.id,
      role: people.role,
      isBlocked: people.isBlocked,
      membership: membershipFacts,
    })
    .from(savedPosts)
    .innerJoin(people, eq(people.id, savedPosts.personId))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
  const unentitled = holders
    .filter((holder) => holder.isBlocked || !accessOf(holder, now).hasAccess)
    .map(({ id }) => id)
  if (unentitled.length > 0) await db.delete(savedPosts).where(inArray(savedPosts.personId, unentitled))
}

type Deps = Pick<Services, 'db' | 'clock' | 'config'>
type Browser = Pick<Viewer, 'id' | 'sessionId'>

const leaseMs = leaseDays * 24 * 60 * 60_000

const leaseFrom = (now: Date) => ({ now, endsAt: new Date(now.getTime() + leaseMs) })

const toResponse = ({ now, endsAt }: { now: Date; endsAt: Date }) => ({
  now: now.toISOString(),
  until: endsAt.toISOString(),
})

const activeLeases = ({ sessionId }: Browser, now: Date) =>
  and(eq(savedPosts.sessionId, sessionId), gt(savedPosts.endsAt, now))

/**
 * Lasts a week. Throws 401 when the session has ended, 404 for a missing or unready post, 409 for too many or when
 * saving is off.
 */
export async function leasePost({ db, clock, config }: Deps, browser: Browser, givenId: string) {
  if (!config.opensOffline) throw conflict('Saving posts is switched off here.')
  const postId = knownId(givenId, 'Post')
  const lease = leaseFrom(clock.now())
  await db.transaction(async (tx) => {
    const [post] = await tx
      .select({ status: posts.status })
      .from(posts)
      .where(and(eq(posts.id, postId), eq(posts.status, 'ready')))
      .for('key share')
    if (!post) throw notFound('Post')
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, browser.sessionId))
      .for('key share')
    if (!session) throw unauthorized()
    const others = and(activeLeases(browser, lease.now), sql`${savedPosts.postId} <> ${postId}::uuid`)
    if ((await tx.$count(savedPosts, others)) >= maxSaved)
      throw conflict(`You can save at most ${maxSaved} posts in one browser. Please remove some first.`)
    await tx
      .insert(savedPosts)
      .values({
        sessionId: browser.sessionId,
        personId: browser.id,
        postId,
        savedAt: lease.now,
        endsAt: lease.endsAt,
      })
      .onConflictDoUpdate({
        target: [savedPosts.sessionId, savedPosts.postId],
        set: { endsAt: lease.endsAt },
      })
  })
  return toResponse(lease)
}

async function editsOf(db: Deps['db'], ids: string[]): Promise<Record<string, string>> {
  const rows = await db
    .select({ id: posts.id, editedAt: posts.editedAt })
    .from(posts)
    .where(and(inArray(posts.id, ids), isNotNull(posts.editedAt)))
  return Object.fromEntries(rows.map(({ id, editedAt }) => [id, editedAt!.toISOString()]))
}

/** Expired or revoked leases stay ended; leases that the browser does not list are deleted. */
export async function renewLeases({ db, clock, config }: Deps, browser: Browser, postIds: string[]) {
  const lease = leaseFrom(clock.now())
  const held = config.opensOffline ? postIds.filter((id) => validate(id)) : []
  const ofBrowser = eq(savedPosts.sessionId, browser.sessionId)
  await db
    .delete(savedPosts)
    .where(held.length > 0 ? and(ofBrowser, notInArray(savedPosts.postId, held)) : ofBrowser)
  const ready = db.select({ id: posts.id }).from(posts).where(eq(posts.status, 'ready'))
  const renewed =
    held.length === 0
      ? []
      : await db
          .update(savedPosts)
          .set({ endsAt: lease.endsAt })
          .where(
            and(
              activeLeases(browser, lease.now),
              inArray(savedPosts.postId, held),
              inArray(savedPosts.postId, ready),
            ),
          )
          .returning({ postId: savedPosts.postId })
  const ids = renewed.map(({ postId }) => postId)
  return { ...toResponse(lease), postIds: ids, edited: await editsOf(db, ids) }
}

export async function releaseSavedPost({ db }: Pick<Deps, 'db'>, browser: Browser, postId: string) {
  if (!validate(postId)) return
  await db
    .delete(savedPosts)
    .where(and(eq(savedPosts.sessionId, browser.sessionId), eq(savedPosts.postId, postId)))
}
