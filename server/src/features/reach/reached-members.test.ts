import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { media } from '#features/media/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { likes, posts, postViews } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addFans } from '#testing/fans.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { countReach } from './count-reach.ts'

const dayMs = 24 * 60 * 60 * 1000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
beforeEach(async () => void (await club.services.db.delete(posts)))

const see = (caller: Caller, postId: string) =>
  caller.call(api.posts.countViews, { body: { postIds: [postId] } })
const reachedBy = (id: string, query: { before?: string; limit?: number } = {}) =>
  club.people.creator.call(api.reach.members, { params: { id }, query })
/** Runs the counting job. */
const count = () => countReach(club.services.db, club.clock.now())

describe('reached members', () => {
  it('list views, activity and watch time [CAN-1]', async () => {
    const { creator, member, otherMember } = club.people
    const { id, mediaId } = await storedPost(club.services, {
      creatorId: creator.id,
      kind: 'video',
      files: [wholeVideo(1000)],
    })
    await club.services.db.update(media).set({ durationMs: 60_000 }).where(eq(media.id, mediaId))
    const watch = (seconds: number) => member.call(api.reach.watch, { params: { id }, body: { seconds } })
    const today = () => club.clock.now().toISOString().slice(0, 10)
    const firstDay = today()
    await see(member, id)
    await watch(0)
    club.clock.advance(20_000)
    await watch(20)
    await member.call(api.posts.like, { params: { id } })
    for (const content of ['One', 'Two'])
      await member.call(api.comments.add, { params: { id }, body: { content } })
    club.clock.advance(2 * dayMs)
    await see(otherMember, id)
    club.clock.advance(dayMs)
    await see(member, id)
    await count()
    const { body } = await reachedBy(id)
    expect(body).toMatchObject({ next: null, post: { id, reached: 2, members: 2, watchedSeconds: 20 } })
    expect(body.people).toMatchObject([
      {
        person: { id: member.id, firstName: 'Mina', lastName: 'Osei', email: member.email },
        firstSeen: firstDay,
        lastSeen: today(),
        hasLiked: true,
        comments: 2,
        watchedSeconds: 20,
      },
      { person: { id: otherMember.id, firstName: null }, hasLiked: false, comments: 0, watchedSeconds: 0 },
    ])
  })

  it('list every member once, as many as the figure [CAN-1]', async () => {
    const { services, clock, people } = club
    const id = await publishPost(services, {
      creatorId: people.creator.id,
      title: 'Many',
      content: 'About many',
      contentType: 'text',
    })
    const now = clock.now()
    const fans = await addFans(club, 24)
    // Five days with four or five views each.
    const seen = fans.map((personId, index) => ({ postId: id, personId, day: `2026-0${1 + (index % 5)}-28` }))
    await services.db.insert(postViews).values(seen)
    await services.db.insert(likes).values({ postId: id, personId: fans[0]!, createdAt: now })
    await count()
    const found: string[] = []
    const days: string[] = []
    let before: string | undefined
    do {
      const { body } = await reachedBy(id, { limit: 7, ...(before === undefined ? {} : { before }) })
      expect(body.post.reached).toBe(24)
      found.push(...body.people.map(({ person }) => person.id))
      days.push(...body.people.map(({ lastSeen }) => lastSeen))
      before = body.next ?? undefined
    } while (before)
    expect(found.toSorted()).toEqual(fans.toSorted())
    expect(days).toEqual(days.toSorted().toReversed())
    for (const mark of ['x', '2026-02-31', `day_${fans[0]}`, `2026-99-99_${fans[0]}`])
      expect([mark, (await reachedBy(id, { before: mark })).status]).toEqual([mark, 400])
  })
})
