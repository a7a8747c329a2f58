import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addComment } from '#features/comments/add-comment.ts'
import { type Club, openClub } from '#testing/club.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { countViews } from './count-views.ts'
import { likePost, unlikePost } from './like-post.ts'
import { publishPost } from './publish-post.ts'
import { posts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

type Act = (postId: string, personId: string) => Promise<unknown>

const acts: Record<string, Act> = {
  like: (postId, personId) => likePost(club.services, { postId, personId }),
  unlike: (postId, personId) => unlikePost(club.services, { postId, personId }),
  comment: (postId, personId) => addComment(club.services, { postId, personId, content: 'Well said' }),
  view: (postId, id) =>
    countViews(club.services, { viewer: { id, role: 'subscriber', hasAccess: true }, postIds: [postId] }),
}

it.each(Object.keys(acts))(
  'accepts every %s while the post changes, is watched, and others do the same [R-23]',
  async (name) => {
    const { services, people } = club
    const { db } = services
    const crowd = [people.member.id, people.otherMember.id, people.otherCreator.id]
    const id = await publishPost(services, {
      creatorId: people.creator.id,
      content: 'Text',
      contentType: 'text',
    })
    if (name === 'unlike') for (const personId of crowd) await likePost(services, { postId: id, personId })
    const act = acts[name]!
    let acting: Promise<PromiseSettledResult<unknown>[]> | undefined
    await db.transaction(async (watching) => {
      await watching.execute(sql`select from posts where id = ${id} for key share`)
      await db.transaction(async (changing) => {
        await changing.update(posts).set({ title: 'Another' }).where(eq(posts.id, id))
        acting = Promise.allSettled(crowd.map((personId) => act(id, personId)))
        await expect.poll(() => waitingForALock(club)).toBe(crowd.length)
      })
      expect((await acting)?.map(({ status }) => status)).toEqual(crowd.map(() => 'fulfilled'))
    })
    const [counted] = await db
      .select({
        like: posts.likesCount,
        unlike: posts.likesCount,
        comment: posts.commentsCount,
        view: posts.viewsCount,
      })
      .from(posts)
      .where(eq(posts.id, id))
    expect(counted).toMatchObject({ [name]: name === 'unlike' ? 0 : crowd.length })
  },
)
