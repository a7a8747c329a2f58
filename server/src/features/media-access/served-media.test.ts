import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mediaFiles } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import { postParts, posts, removedParts } from '#features/posts/schema.ts'
import { openWithDisk } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { callerAt, separateProcess } from '#testing/other-process.ts'
import { type StoredPost, storedPost } from '#testing/stored-post.ts'

let club: Club
let other: Awaited<ReturnType<typeof separateProcess>>
let film: StoredPost
beforeAll(async () => {
  club = await openWithDisk()
  other = await separateProcess(club)
  film = await stored('stream')
})
afterAll(async () => {
  await other.close()
  await club.close()
})

const db = () => club.services.db
const stored = (role: 'stream' | 'size') =>
  storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind: 'video',
    files: [{ variant: 'one', role, mimeType: 'video/mp4', content: Buffer.from('sealed bytes') }],
  })
const statuses = (who = club.people.member, item = film) =>
  Promise.all(
    [club.url, other.url].map(async (url) => (await callerAt(url, who).fetch(item.addressOf('one'))).status),
  )

/** Fills the caches of both processes. */
async function warm() {
  await statuses()
  expect(await statuses()).toEqual([200, 200])
  const queries = [other.db.$client, other.db.shortReads.$client].map((client) => vi.spyOn(client, 'query'))
  await statuses()
  expect(queries.map(({ mock }) => mock.calls)).toMatchObject([
    [],
    [[{ name: 'session_versions' }, expect.anything()]],
  ])
  for (const query of queries) query.mockRestore()
}

it('serves a file of a post from caches, until anything about it changes on any process', async () => {
  const { creator, otherMember, admin } = club.people
  const ofFilm = eq(posts.id, film.id)
  const setStatus = (status: 'ready' | 'unpublished') => db().update(posts).set({ status }).where(ofFilm)

  await warm()
  await setStatus('unpublished')
  expect(await statuses()).toEqual([404, 404])
  expect(await statuses(creator)).toEqual([200, 200])
  await setStatus('ready')

  await warm()
  const [part] = await db().delete(postParts).where(eq(postParts.mediaId, film.mediaId)).returning()
  expect(await statuses()).toEqual([404, 404])
  const removedAt = club.clock.now()
  await db().insert(removedParts).values({ mediaId: film.mediaId, postId: film.id, removedAt })
  await warm()
  await db()
    .update(removedParts)
    .set({ removedAt: new Date(removedAt.getTime() - 24 * 60 * 60_000) })
  expect(await statuses()).toEqual([404, 404])
  await db().update(removedParts).set({ removedAt })
  await warm()
  await db().delete(removedParts)
  expect(await statuses()).toEqual([404, 404])
  await db().insert(postParts).values(part!)

  await warm()
  await db().update(mediaFiles).set({ role: 'source' }).where(eq(mediaFiles.mediaId, film.mediaId))
  expect(await statuses()).toEqual([404, 404])
  await db().update(mediaFiles).set({ role: 'stream' }).where(eq(mediaFiles.mediaId, film.mediaId))

  await warm()
  expect([await statuses(otherMember), await statuses(admin)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await db().update(people).set({ isBlocked: true }).where(eq(people.id, otherMember.id))
  expect(await statuses(otherMember)).toEqual([403, 403])

  await warm()
  await db().delete(mediaFiles).where(eq(mediaFiles.mediaId, film.mediaId))
  expect(await statuses()).toEqual([404, 404])
})

it('serves an avatar from caches until it or its person changes', async () => {
  const { member, creator } = club.people
  const avatar = await stored('size')
  await db().delete(posts).where(eq(posts.id, avatar.id))
  const seen = () => statuses(member, avatar)
  const wear = (avatarId: string | null) =>
    db().update(people).set({ avatarId }).where(eq(people.id, creator.id))
  const playRole = (role: 'size' | 'source') =>
    db().update(mediaFiles).set({ role }).where(eq(mediaFiles.mediaId, avatar.mediaId))

  await wear(avatar.mediaId)
  expect([await seen(), await seen()]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await playRole('source')
  expect(await seen()).toEqual([404, 404])
  await playRole('size')
  expect([await seen(), await seen()]).toEqual([
    [200, 200],
    [200, 200],
  ])
  await wear(null)
  expect(await seen()).toEqual([404, 404])
  await wear(avatar.mediaId)
  await seen()
  await db().delete(mediaFiles).where(eq(mediaFiles.mediaId, avatar.mediaId))
  expect(await seen()).toEqual([404, 404])
})
