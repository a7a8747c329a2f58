import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { storedPost } from '#testing/stored-post.ts'
import { closeCases } from './close-cases.ts'
import { moderationCases } from './schema.ts'

inBothStores('what moderation removes goes', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  it('hides the picture of a removed post from everybody but the admins, and deletes it in the end [T-ID-04]', async () => {
    const { creator, member, admin } = club.people
    const { db, clock, jobs } = club.services
    const content = Buffer.from('a picture')
    const files = [{ variant: '640', role: 'size' as const, mimeType: 'image/webp', content, width: 640 }]
    const post = await storedPost(club.services, { creatorId: creator.id, kind: 'image', files })
    const statuses = () =>
      Promise.all(
        [member, creator, admin].map(async (who) => (await who.fetch(post.addressOf('640'))).status),
      )
    expect(await statuses()).toEqual([200, 200, 200])
    const body = { rule: 'privacy' as const }
    const removed = await admin.call(api.moderation.removePost, { params: { id: post.id }, body })
    expect(removed.body.thing.mediaUrl).toContain(post.mediaId)
    expect(await statuses()).toEqual([404, 404, 200])
    await db
      .update(moderationCases)
      .set({ appealUntil: clock.now() })
      .where(eq(moderationCases.id, removed.body.id))
    await closeCases(club.services)
    await jobs.settled()
    expect(await statuses()).toEqual([404, 404, 404])
    expect(await db.select().from(media).where(eq(media.id, post.mediaId))).toEqual([])
    expect(await storedKeys(club)).toEqual([])
  })
})
