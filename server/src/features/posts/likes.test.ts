import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPerson } from '#features/accounts/create-person.ts'
import { type Club, openClub } from '#testing/club.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { likePost, unlikePost } from './like-post.ts'
import { publishPost } from './publish-post.ts'
import { recountPosts } from './recount.ts'
import { comments } from '#features/comments/schema.ts'
import { likes, posts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () =>
  publishPost(club.services, { creatorId: club.people.creator.id, content: 'Text', contentType: 'text' })
const likesOf = async (postId: string) => {
  const { db } = club.services
  const rows = await db.select().from(likes).where(eq(likes.postId, postId))
  const [post] = await db.select({ likesCount: posts.likesCount }).from(posts).where(eq(posts.id, postId))
  return { rows: rows.length, counter: post?.likesCount }
}

it('likes and takes a like back; repeating either changes nothing [LIKE-1]', async () => {
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

it('counts one like per member whatever the clicks, tabs and races [LIKE-2]', async () => {
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

it('survives a post that goes away under the likes and comments it gets [LIKE-2]', async () => {
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

it('recounts the counters and mends what drifted [LIKE-2]', async () => {
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
