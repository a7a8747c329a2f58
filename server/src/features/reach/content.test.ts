import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { engagementOf } from '#features/posts/engagement.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts, postViews } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { storedPost, streamedVideo, wholeVideo } from '#testing/stored-post.ts'
import { countReach, recountReach } from './count-reach.ts'
import { postReaches, reachChanges } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
beforeEach(async () => void (await club.services.db.delete(posts)))

/** Publishes one second after the previous post, because equal times have no order. */
function textPost(title: string | undefined, creatorId = club.people.creator.id) {
  club.clock.advance(1000)
  return publishPost(club.services, { creatorId, title, content: `About ${title}`, contentType: 'text' })
}
const see = (caller: Caller, ...postIds: string[]) => caller.call(api.posts.countViews, { body: { postIds } })
const contentFor = (caller: Caller, query: { before?: string; limit?: number } = {}) =>
  caller.call(api.reach.content, { query })
const reachedBy = (
  id: string,
  query: { before?: string; limit?: number } = {},
  caller = club.people.creator,
) => caller.call(api.reach.members, { params: { id }, query })

/** A stored size of a picture. */
const size = (width: number, mimeType: string) => ({
  variant: `${width}${mimeType === 'image/avif' ? '-avif' : ''}`,
  role: 'size' as const,
  mimeType,
  width,
  content: Buffer.from('drawn'),
})

/** Runs the counting job. */
const count = () => countReach(club.services.db, club.clock.now())

const titles = async (caller: Caller) => (await contentFor(caller)).body.posts.map(({ title }) => title)
const rate = (views: number, comments: number) => engagementOf({ views, likes: 0, comments })

describe('content analytics', () => {
  it('are counted from rows, and null without views [CAN-1]', async () => {
    const { creator, member, otherMember, otherCreator } = club.people
    const quiet = await textPost('Quiet')
    const loud = await textPost('Loud')
    await see(member, loud)
    await see(otherMember, loud)
    // Seen by staff: a view, but no reached member.
    await see(otherCreator, loud)
    for (const one of [member, otherMember]) await one.call(api.posts.like, { params: { id: loud } })
    await member.call(api.comments.add, { params: { id: loud }, body: { content: 'Offside' } })
    await recountReach(club.services.db, club.clock.now())
    const { status, body } = await contentFor(creator)
    expect(status).toBe(200)
    expect(body).toMatchObject({ next: null, countsViews: true })
    expect(body.posts).toEqual([
      {
        id: loud,
        title: 'Loud',
        excerpt: 'About Loud',
        mediaType: 'text',
        thumbnailUrl: null,
        createdAt: expect.any(String),
        views: 3,
        likes: 2,
        comments: 1,
        engagement: 100,
        reached: 2,
        members: 2,
        watchedSeconds: null,
        countedAt: expect.any(String),
      },
      expect.objectContaining({ id: quiet, views: 0, engagement: null, reached: 0 }),
    ])
  })

  it('have the narrowest still of a picture or video as thumbnail [CAN-1]', async () => {
    const { services, people: cast } = club
    const types = ['image/avif', 'image/webp']
    const files = [640, 320].flatMap((width) => types.map((mimeType) => size(width, mimeType)))
    const picture = await storedPost(services, { creatorId: cast.creator.id, kind: 'image', files })
    club.clock.advance(1000)
    const video = await storedPost(services, {
      creatorId: cast.creator.id,
      kind: 'video',
      files: streamedVideo(),
    })
    const { body } = await contentFor(cast.creator)
    expect(body.posts.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([
      video.addressOf('poster-640'),
      picture.addressOf('320'),
    ])
  })

  it('are recounted after a view and return the time of the count [CAN-1]', async () => {
    const { creator, member, otherMember } = club.people
    const { db } = club.services
    const { id } = await storedPost(club.services, {
      creatorId: creator.id,
      kind: 'video',
      files: [wholeVideo(1000)],
    })
    const quiet = await textPost('Quiet')
    await count()
    const read = async (postId: string) => {
      const { posts: found } = (await contentFor(creator)).body
      const { reached, members, watchedSeconds, countedAt } = found.find((post) => post.id === postId)!
      return { reached, members, watchedSeconds, countedAt }
    }
    const uncounted = { reached: null, members: null, watchedSeconds: null, countedAt: null }
    expect(await read(id)).toEqual(uncounted)

    await see(member, id)
    expect(await read(id)).toEqual(uncounted)
    const countedAt = club.clock.now()
    await countReach(db, countedAt)
    const once = { reached: 1, members: 2, watchedSeconds: 0, countedAt: countedAt.toISOString() }
    expect(await read(id)).toEqual(once)
    expect(await read(quiet)).toEqual(uncounted)
    expect(await db.$count(reachChanges)).toBe(0)

    // More than 32 bits.
    await db.update(postReaches).set({ watchedSeconds: 3_000_000_000 }).where(eq(postReaches.postId, id))
    expect((await read(id)).watchedSeconds).toBe(3_000_000_000)
    const watch = (seconds: number) => member.call(api.reach.watch, { params: { id }, body: { seconds } })
    await watch(0)
    club.clock.advance(20_000)
    await watch(20)
    await count()
    expect(await read(id)).toMatchObject({ reached: 1, watchedSeconds: expect.any(Number) })
    expect((await read(id)).watchedSeconds).toBeLessThan(100)

    await see(otherMember, id)
    await count()
    expect(await read(id)).toMatchObject({ reached: 2 })
    await db.delete(postViews).where(eq(postViews.personId, otherMember.id))
    await count()
    expect(await read(id)).toMatchObject({ reached: 1 })
    // A post deleted before its turn is skipped.
    await see(member, quiet)
    await db.delete(posts).where(eq(posts.id, quiet))
    await count()
    expect(await db.$count(postReaches)).toBe(1)
  })

  it('are counted for any number of posts [CAN-1]', async () => {
    const { db } = club.services
    for (let number = 0; number < 51; number += 1) await textPost(`Post ${number}`)
    expect(await recountReach(db, club.clock.now())).toBe(51)
    expect(await db.$count(postReaches)).toBe(51)
    await db.delete(posts)
    expect(await recountReach(db, club.clock.now())).toBe(0)
  })

  it('count each person once, and only while a member [CAN-1]', async () => {
    const { creator, member, otherMember } = club.people
    const { db } = club.services
    const id = await textPost('Again')
    await see(member, id)
    club.clock.advance(dayMs)
    await see(member, id)
    await see(otherMember, id)
    const read = async () => {
      await recountReach(db, club.clock.now())
      const { body } = await contentFor(creator)
      const { views, reached, members } = body.posts[0]!
      return [views, reached, members]
    }
    expect(await read()).toEqual([3, 2, 2])
    const end = { revokedAt: club.clock.now() }
    await db.update(memberships).set(end).where(eq(memberships.personId, otherMember.id))
    expect(await read()).toEqual([3, 1, 1])
    expect((await reachedBy(id)).body.people.map(({ person }) => person.id)).toEqual([member.id])
    await db.update(memberships).set({ revokedAt: null }).where(eq(memberships.personId, otherMember.id))
    // Blocked members do not count for now, erased ones never again.
    await db.update(people).set({ isBlocked: true }).where(eq(people.id, otherMember.id))
    expect(await read()).toEqual([3, 1, 1])
    await db.update(people).set({ isBlocked: false }).where(eq(people.id, otherMember.id))
    expect(await read()).toEqual([3, 2, 2])
  })

  it('list posts newest first, each once, page by page [CAN-1]', async () => {
    const { creator } = club.people
    const ids: string[] = []
    for (let number = 0; number < 23; number += 1) ids.push(await textPost(`Post ${number}`))
    // Some with equal times.
    club.clock.advance(1000)
    const at = club.clock.now()
    await club.services.db.update(posts).set({ createdAt: at }).where(eq(posts.title, 'Post 12'))
    await club.services.db.update(posts).set({ createdAt: at }).where(eq(posts.title, 'Post 13'))
    const pages: string[][] = []
    let before: string | undefined
    do {
      const { body } = await contentFor(creator, before === undefined ? {} : { before })
      pages.push(body.posts.map(({ id }) => id))
      before = body.next ?? undefined
    } while (before)
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 3])
    expect(pages.flat().toSorted()).toEqual(ids.toSorted())
    expect(pages.flat().slice(0, 3)).toEqual([ids[13], ids[12], ids[22]])
    for (const mark of ['x', '2026-01-01', `_${ids[0]}`, `2026-13-01T00:00:00Z_${ids[0]}`, '💥_💥']) {
      const refused = await contentFor(creator, { before: mark })
      expect([mark, refused.status, refused.message]).toEqual([
        mark,
        400,
        'This place in the list does not exist.',
      ])
    }
  })

  it('list only own published posts [CAN-1, T-ID-01]', async () => {
    const { creator, otherCreator, member, admin } = club.people
    const { db } = club.services
    const mine = await textPost('Mine')
    const theirs = await textPost('Theirs', otherCreator.id)
    const removed = await textPost('Removed')
    await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, removed))
    expect([await titles(creator), await titles(otherCreator)]).toEqual([['Mine'], ['Theirs']])
    for (const one of [member, admin]) expect((await contentFor(one)).status).toBe(403)
    expect((await reachedBy(mine)).status).toBe(200)
    for (const id of [theirs, removed, 'no-uuid', '00000000-0000-7000-8000-000000000000'])
      expect(await reachedBy(id)).toMatchObject({ status: 404, message: 'Post not found' })
    for (const one of [member, admin]) expect((await reachedBy(mine, {}, one)).status).toBe(403)
  })

  it('report when view counting is switched off [CAN-1, SET-5]', async () => {
    const { creator } = club.people
    await creator.call(api.profiles.changePrivacy, { body: { contentAnalytics: false } })
    expect((await contentFor(creator)).body).toEqual({ posts: [], next: null, countsViews: false })
    await creator.call(api.profiles.changePrivacy, { body: { contentAnalytics: true } })
  })

  it('leave out engagement with more likes than views [CAN-1]', () => {
    expect(engagementOf({ views: 3, likes: 100, comments: 0 })).toBeNull()
    expect(engagementOf({ views: 3, likes: 4, comments: 0 })).toBeNull()
    // One person may like a post and comment many times.
    expect(engagementOf({ views: 3, likes: 3, comments: 9 })).toBe(400)
  })

  it('round engagement to one decimal [CAN-1]', () => {
    expect([rate(0, 3), rate(1000, 49), rate(1000, 50), rate(10_000, 495), rate(3, 1), rate(2, 4)]).toEqual([
      null,
      4.9,
      5,
      5,
      33.3,
      200,
    ])
  })

  it('download as CSV with every post and escaped formulas [CAN-1, T-EX-02]', async () => {
    const { creator, member } = club.people
    const first = await textPost('=HYPERLINK("x")')
    await see(member, first)
    await club.services.db.update(posts).set({ createdAt: new Date('2026-01-02T03:04:05Z') })
    for (let number = 0; number < 11; number += 1) await textPost(`Post, ${number}`)
    const countedAt = club.clock.now()
    await countReach(club.services.db, countedAt)
    const answer = await creator.fetch('/api/analytics/content?format=csv')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="content.csv"')
    const lines = (await answer.text()).split('\r\n')
    expect(lines).toHaveLength(14)
    expect(lines[0]).toBe(
      '"Published (UTC)","Title","Kind","Views","Likes","Comments","Engagement (%)","Members reached","Members","Watched (seconds)","Counted (UTC)","Id"',
    )
    expect(lines[1]).toContain('"Post, 10","text",0,0,0,,,,,,')
    expect(lines[12]).toBe(
      `"2026-01-02T03:04:05.000Z","'=HYPERLINK(""x"")","text",1,0,0,0,1,2,,"${countedAt.toISOString()}","${first}"`,
    )
    expect((await creator.fetch('/api/analytics/content?format=pdf')).status).toBe(400)
    expect((await member.fetch('/api/analytics/content?format=csv')).status).toBe(403)
  })
})
