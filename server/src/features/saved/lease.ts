import { leaseDays, maxSaved } from '@touchline/contract/saved.ts'
import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { validate } from 'uuid'
import { conflict, notFound } from '#errors.ts'
import { knownId } from '#features/posts/known-id.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { savedPosts } from './schema.ts'

type Using = Pick<Services, 'db' | 'clock' | 'config'>
type Browser = Pick<Viewer, 'id' | 'sessionId'>

const leaseMs = leaseDays * 24 * 60 * 60_000

const leaseFrom = (now: Date) => ({ now, endsAt: new Date(now.getTime() + leaseMs) })

const told = ({ now, endsAt }: { now: Date; endsAt: Date }) => ({
  now: now.toISOString(),
  until: endsAt.toISOString(),
})

/** What of a browser's leases still runs. */
const runningOf = ({ sessionId }: Browser, now: Date) =>
  and(eq(savedPosts.sessionId, sessionId), gt(savedPosts.endsAt, now))

/**
 * Lends a browser a post for a week. Refuses with 404 where there is no such post (or it is not ready), and with 409
 * when the browser keeps as many as it may, or the operator wants nothing to be kept.
 */
export async function lendPost({ db, clock, config }: Using, browser: Browser, givenId: string) {
  if (!config.opensOffline) throw conflict('Saving posts is switched off here.')
  const postId = knownId(givenId, 'Post')
  const lease = leaseFrom(clock.now())
  const [post] = await db
    .select({ status: posts.status })
    .from(posts)
    .where(and(eq(posts.id, postId), eq(posts.status, 'ready')))
  if (!post) throw notFound('Post')
  const others = and(runningOf(browser, lease.now), sql`${savedPosts.postId} <> ${postId}::uuid`)
  if ((await db.$count(savedPosts, others)) >= maxSaved)
    throw conflict(`You can save at most ${maxSaved} posts in one browser. Please remove some first.`)
  await db
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
  return told(lease)
}

/**
 * Lends what a browser holds for another week, and answers what that is: leases that still run, of posts that are still
 * there. A lease that has ended, or was ended, is not brought back; what the browser does not name it has no more. Nothing
 * is lent on where the operator wants nothing to be kept.
 */
export async function renewLeases({ db, clock, config }: Using, browser: Browser, postIds: string[]) {
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
              runningOf(browser, lease.now),
              inArray(savedPosts.postId, held),
              inArray(savedPosts.postId, ready),
            ),
          )
          .returning({ postId: savedPosts.postId })
  return { ...told(lease), postIds: renewed.map(({ postId }) => postId) }
}

/** Ends a browser's lease of a post; without one nothing changes. */
export async function releaseSavedPost({ db }: Pick<Using, 'db'>, browser: Browser, postId: string) {
  if (!validate(postId)) return
  await db
    .delete(savedPosts)
    .where(and(eq(savedPosts.sessionId, browser.sessionId), eq(savedPosts.postId, postId)))
}
