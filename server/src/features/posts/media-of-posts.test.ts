import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { posts } from './schema.ts'
import { updatePostsOfMedia } from './update-posts-of-media.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newFilm = (status: 'processing' | 'failed') =>
  storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind: 'video',
    status,
    files: [wholeVideo(1000)],
  })
const waitingForALock = async () => {
  const { rows } = await club.services.db.execute(
    sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.length
}

it('is deleted at the moment its film is ready, and neither stops the other [FEED-4, UPL-4]', async () => {
  const { people, services } = club
  const { id, mediaId } = await newFilm('processing')
  const removing = await services.db.transaction(async (tx) => {
    await tx.select().from(media).where(eq(media.id, mediaId)).for('update')
    const asked = people.creator.call(api.posts.remove, { params: { id } })
    await expect.poll(waitingForALock).toBe(1)
    await updatePostsOfMedia(services, tx, { id: mediaId, status: 'ready' })
    return { asked }
  })
  expect((await removing.asked).status).toBe(204)
  expect(await services.db.select().from(posts).where(eq(posts.id, id))).toEqual([])
  expect(await services.db.select().from(media).where(eq(media.id, mediaId))).toEqual([])
})

it('notifies its creator of a retry [PLAY-2]', async () => {
  const { people, services } = club
  const { id, mediaId } = await newFilm('failed')
  await services.db
    .update(media)
    .set({ status: 'failed', problem: 'It could not be read.', work: 'prepare', attempts: 3 })
    .where(eq(media.id, mediaId))
  const heard = listenIn(club)
  const answer = await people.creator.call(api.posts.prepareAgain, { params: { id } })
  expect([answer.status, answer.body.status]).toEqual([200, 'processing'])
  const said = (await heard.soFar()).find(({ message }) => message.type === 'post_updated')
  expect(said).toEqual({
    audience: { person: people.creator.id },
    message: { type: 'post_updated', postId: id },
  })
})
