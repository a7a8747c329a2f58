import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comments } from '#features/comments/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { likes, posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import type { CallResult, Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { saveCard } from '#testing/saved-card.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const block = (person: Caller) =>
  club.people.admin.call(api.blocks.toggle, { params: { id: person.id }, body: { blocked: true } })

/** What `ask` is answered that was let in before its person was blocked, and meanwhile waited for what `hold` holds. */
async function overtaken<Body>(
  person: Caller,
  { hold, ask }: { hold: (tx: Transaction) => Promise<unknown>; ask: () => Promise<CallResult<Body>> },
): Promise<CallResult<Body>> {
  const asked = await club.services.db.transaction(async (tx) => {
    await hold(tx)
    const answer = ask()
    await expect.poll(() => waitingForALock(club)).toBeGreaterThan(0)
    expect((await block(person)).status).toBe(200)
    return { answer }
  })
  return asked.answer
}

describe('requests in flight from a blocked person', () => {
  it('says nothing any more: a comment that waited is none [BLK-2] [T-ID-10] [R-23]', async () => {
    const { db } = club.services
    const { creator, member } = club.people
    const written = { creatorId: creator.id, contentType: 'text', content: 'Kick-off' } as const
    const postId = await publishPost(club.services, written)
    const { status, message } = await overtaken(member, {
      hold: (tx) => tx.select().from(posts).where(eq(posts.id, postId)).for('update'),
      ask: () => member.call(api.comments.add, { params: { id: postId }, body: { content: 'Too late' } }),
    })
    expect([status, message]).toEqual([403, 'Account suspended'])
    expect(await db.select().from(comments).where(eq(comments.postId, postId))).toEqual([])
    const [post] = await db.select().from(posts).where(eq(posts.id, postId))
    expect(post?.commentsCount).toBe(0)
  })

  it('counts for nothing any more: a heart that waited is none [BLK-2] [T-ID-10] [R-23]', async () => {
    const { db } = club.services
    const { creator } = club.people
    const { caller, user } = await join(club)
    const person = { ...caller, id: user.id }
    const written = { creatorId: creator.id, contentType: 'text', content: 'Half-time' } as const
    const postId = await publishPost(club.services, written)
    const { status, message } = await overtaken(person, {
      hold: (tx) => tx.select().from(posts).where(eq(posts.id, postId)).for('update'),
      ask: () => person.call(api.posts.like, { params: { id: postId } }),
    })
    expect([status, message]).toEqual([403, 'Account suspended'])
    expect(await db.select().from(likes).where(eq(likes.postId, postId))).toEqual([])
    const [post] = await db.select().from(posts).where(eq(posts.id, postId))
    expect(post?.likesCount).toBe(0)
  })

  it('does not charge a pending tip [BLK-2] [T-ID-10] [R-23]', async () => {
    const { db, payments } = club.services
    const { otherMember: person } = club.people
    const { customerId } = await saveCard(club, person, 'visa')
    const { status, message } = await overtaken(person, {
      hold: (tx) => lockUntilCommit(tx, `tips:${person.id}`),
      ask: () => person.call(api.tips.send, { body: { amount: 5 } }),
    })
    expect([status, message]).toEqual([403, 'Account suspended'])
    expect(await db.select().from(tips).where(eq(tips.fromPersonId, person.id))).toEqual([])
    expect((await payments.stripe.charges.list({ customer: customerId })).data).toEqual([])
  })
})
