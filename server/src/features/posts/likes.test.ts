import { api } from '@touchline/contract/api.ts'
import { maxBookmarks } from '@touchline/contract/library.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { NIL } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { writtenPost } from '#testing/written-content.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { likePost, unlikePost } from './like-post.ts'
import { recountPosts } from './recount.ts'
import { comments } from '#features/comments/schema.ts'
import { likes, posts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () => writtenPost(club)
const likesOf = async (postId: string) => {
  const { db } = club.services
  const rows = await db.select().from(likes).where(eq(likes.postId, postId))
  const [post] = await db.select({ likesCount: posts.likesCount }).from(posts).where(eq(posts.id, postId))
  return { rows: rows.length, counter: post?.likesCount }
}

it('likes and unlikes a post; repeating either changes nothing [LIKE-1]', async () => {
  const { member, otherMember } = club.people
  const id = await newPost()
  const like = () => member.call(api.posts.like, { params: { id } })
  const unlike = () => member.call(api.posts.unlike, { params: { id } })
  expect(await like()).toMatchObject({ status: 200, body: { postId: id, likesCount: 1, isLiked: true } })
  expect(await like()).toMatchObject({ status: 200, body: { likesCount: 1, isLiked: true } })
  await otherMember.call(api.posts.like, { params: { id } })
  expect(await unlike()).toMatchObject({ status: 200, body: { likesCount: 1, isLiked: false } })
  expect(await unlike()).toMatchObject({ status: 200, body: { likesCount: 1, isLiked: false } })
  for (const unknown of ['x', '0190b0d0-0000-7000-8000-000000000000'])
    expect(await member.call(api.posts.like, { params: { id: unknown } })).toMatchObject({
      status: 404,
      message: 'Post not found',
    })
})

it('counts one like per member despite repeated and concurrent requests [LIKE-2] [R-23]', async () => {
  const { services, people } = club
  const id = await newPost()
  const fans = await Promise.all(
    Array.from({ length: 25 }, (_, number) =>
      createPerson(services.db, { email: `fan${number}@club.example`, createdAt: services.clock.now() }),
    ),
  )
  const sameClicks = Array.from({ length: 25 }, () => people.member.call(api.posts.like, { params: { id } }))
  const otherFans = fans.map((fan) => likePost(services, { postId: id, personId: fan.id }))
  const answers = await Promise.all([...sameClicks, ...otherFans])
  expect(answers).toHaveLength(50)
  expect((await Promise.all(sameClicks)).every(({ status }) => status === 200)).toBe(true)
  expect(await likesOf(id)).toEqual({ rows: 26, counter: 26 })

  // Half of them change their minds, twice, at the same time.
  await Promise.all(
    fans.flatMap((fan, index) =>
      index % 2 === 0
        ? [1, 2].map(() => unlikePost(services, { postId: id, personId: fan.id }))
        : [likePost(services, { postId: id, personId: fan.id })],
    ),
  )
  expect(await likesOf(id)).toEqual({ rows: 13, counter: 13 })
})

it('survives the deletion of a post during its likes and comments [LIKE-2] [R-23]', async () => {
  const { services, people } = club
  const id = await newPost()
  await likePost(services, { postId: id, personId: people.member.id })
  const outcomes = await Promise.all([
    ...Array.from({ length: 10 }, () => people.member.call(api.posts.unlike, { params: { id } })),
    people.creator.call(api.posts.remove, { params: { id } }),
    ...Array.from({ length: 10 }, () => people.otherMember.call(api.posts.like, { params: { id } })),
    people.member.call(api.comments.add, { params: { id }, body: { content: 'Too late?' } }),
  ])
  expect(outcomes.filter(({ status }) => ![200, 201, 204, 404].includes(status))).toEqual([])
  expect(await likesOf(id)).toEqual({ rows: 0, counter: undefined })
})

it('limits each person to sixty likes and sixty unlikes a minute [T-DOS-03]', async () => {
  const { otherCreator, admin } = club.people
  const params = { id: await newPost() }
  for (const way of [api.posts.like, api.posts.unlike]) {
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1)
      statuses.push((await otherCreator.call(way, { params })).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect((await admin.call(way, { params })).status).toBe(200)
  }
  expect(await likesOf(params.id)).toEqual({ rows: 0, counter: 0 })
})

it('counts correctly after a thousand concurrent likes and unlikes [T-DOS-03] [R-23]', async () => {
  const { services, people } = club
  const postId = await newPost()
  const persons = [people.member, people.otherMember, people.admin, people.otherCreator]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, number) => {
      const liking = { postId, personId: persons[number % persons.length]!.id }
      return Math.floor(number / persons.length) % 2 === 0
        ? likePost(services, liking)
        : unlikePost(services, liking)
    }),
  )
  // Where each waits for the disk, the last of a thousand find no place in time: refused, and never half done.
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  const others = refusals.filter(({ reason }) => !/timeout exceeded/.test(String(reason.cause)))
  expect(others).toEqual([])
  const { rows, counter } = await likesOf(postId)
  expect(counter).toBe(rows)
  await Promise.all(persons.map(({ id }) => likePost(services, { postId, personId: id })))
  expect(await likesOf(postId)).toEqual({ rows: persons.length, counter: persons.length })
  expect(await recountPosts(services)).toBe(0)
})

it('recounts posts in batches, and the feed even if that fails [LIKE-2] [FEED-5]', async () => {
  const { db, jobs } = club.services
  const ids: string[] = []
  for (let number = 0; number < 60; number += 1) ids.push(await newPost())
  await db
    .update(posts)
    .set({ likesCount: 3 })
    .where(inArray(posts.id, [ids[0]!, ids[30]!, ids[59]!]))
  expect(await recountPosts(club.services)).toBe(3)
  expect(await recountPosts(club.services)).toBe(0)

  const said = async () =>
    (await db.execute<{ count: number }>(sql`select sum(count)::int as count from post_counts`)).rows[0]!
      .count
  const there = await db.$count(posts)
  await db.execute(sql`update post_counts set count = count + 5`)
  await db.execute(sql`alter table post_views rename to out_of_reach`)
  try {
    const hour = new Date('2027-03-01T00:00:00Z')
    const work = jobs.dueBetween(hour, new Date(hour.getTime() + 3_600_000))
    for (const { run } of work.filter(({ queue }) => queue.startsWith('recount-'))) await run()
    expect(await said()).toBe(there)
  } finally {
    await db.execute(sql`alter table out_of_reach rename to post_views`)
  }
})

it('recounts and repairs drifted counters [LIKE-2]', async () => {
  const { services, people } = club
  const id = await newPost()
  await likePost(services, { postId: id, personId: people.member.id })
  await addComment(services, { postId: id, personId: people.member.id, content: 'Well refereed' })
  expect(await recountPosts(services)).toBe(0)
  await services.db.update(posts).set({ likesCount: 7, commentsCount: 0 }).where(eq(posts.id, id))
  expect(await recountPosts(services)).toBe(1)
  const [mended] = await services.db.select().from(posts).where(eq(posts.id, id))
  expect(mended).toMatchObject({ likesCount: 1, commentsCount: 1 })
  expect(await services.db.select().from(comments).where(eq(comments.postId, id))).toHaveLength(1)
})

it('bookmarks a published post once and notifies other devices [LIB-1]', async () => {
  const { member, otherMember, lapsed, creator } = club.people
  const { db } = club.services
  const live = listenIn(club)
  const [one, two] = [await newPost(), await newPost()]
  const mark = (id: string, caller = member) => caller.call(api.library.bookmark, { params: { id } })
  const unmark = (id: string) => member.call(api.library.unbookmark, { params: { id } })
  const marked = async (caller = member) => (await caller.call(api.library.listBookmarks)).body
  expect((await Promise.all(Array.from({ length: 5 }, () => mark(one)))).map(({ status }) => status)).toEqual(
    Array(5).fill(204),
  )
  club.clock.advance(1000)
  await mark(two)
  expect([await marked(), await marked(otherMember)]).toEqual([[two, one], []])
  const heard = (await live.soFar()).filter(({ message }) => message.type === 'bookmarks_changed')
  expect(heard.map(({ audience }) => audience)).toEqual(
    Array.from({ length: 2 }, () => ({ person: member.id })),
  )

  for (const unknown of ['x', NIL]) expect((await mark(unknown)).status).toBe(404)
  expect((await mark(one, lapsed)).status).toBe(403)
  for (const status of ['processing', 'removed', 'unpublished'] as const) {
    await db.update(posts).set({ status }).where(eq(posts.id, one))
    expect([status, await marked(), (await mark(one, otherMember)).status]).toEqual([status, [two], 404])
  }
  await db.update(posts).set({ status: 'ready' }).where(eq(posts.id, one))
  expect(await marked()).toEqual([two, one])
  for (let time = 0; time < 2; time += 1) expect((await unmark(one)).status).toBe(204)
  await creator.call(api.posts.remove, { params: { id: two } })
  expect(await marked()).toEqual([])
})

it('refuses bookmarks beyond the maximum with a readable message [LIB-1]', async () => {
  const { otherMember, creator } = club.people
  const { db } = club.services
  await db.execute(sql`
    with written as (
      insert into posts (id, creator_id, content, media_type, created_at)
      select gen_random_uuid(), ${creator.id}::uuid, 'Filler', 'text', now() from generate_series(1, ${maxBookmarks})
      returning id
    )
    insert into bookmarks (person_id, post_id, created_at) select ${otherMember.id}::uuid, id, now() from written`)
  expect(await otherMember.call(api.library.bookmark, { params: { id: await newPost() } })).toMatchObject({
    status: 409,
    message: 'You have 1,000 bookmarks, which is the maximum. Remove one first.',
  })
  await db.execute(sql`delete from posts where content = 'Filler'`)
})
