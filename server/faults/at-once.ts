import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { type Random, seededRandom } from '#demo/seeded-random.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { comments } from '#features/comments/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { likes, posts } from '#features/posts/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import type { Club } from '#testing/club.ts'

export const crowd = 8
const actsEach = 9

/**
 * One person's actions in order. `began` and `ended` come from one shared counter, so that actions can be
 * compared.
 */
type Act = {
  personId: string
  what: 'like' | 'unlike' | 'comment'
  words: string
  status: number
  began: number
  ended: number
}

type Ending = { what: 'nothing' | 'removed' | 'blocked'; at: number; ended: number; blockedId: string | null }

/** A signed-in browser for each of `ids`. */
export const signedIn = (club: Club, ids: string[]): Promise<Caller[]> =>
  Promise.all(
    ids.map(async (id) => {
      const { token } = await openSession(club.services, id, 'a test')
      const caller = Object.assign(club.visitor(), { id })
      caller.cookies.set(sessionCookie, token)
      return caller
    }),
  )

/**
 * Lets a crowd like, unlike and comment on one post concurrently, while the post is removed or a person is
 * blocked at a random moment. Returns a sentence for every impossible result.
 */
export async function actAtOnce(club: Club, fans: Caller[], seed: number): Promise<string[]> {
  const random = seededRandom(seed, 'crowd')
  const { creator } = club.people
  const written = { creatorId: creator.id, contentType: 'text', content: `Match ${seed}` } as const
  const postId = await publishPost(club.services, written)
  const count = { now: 0 }
  const acts: Act[] = []
  const lives = fans.map((fan, hand) =>
    liveAt(fan, postId, { random: seededRandom(seed, `fan ${hand}`), acts, count }),
  )
  const ending = end(club, { postId, fans, random, acts, count })
  await Promise.all(lives)
  return whatCannotBe(club, postId, acts, await ending)
}

type Shared = { random: Random; acts: Act[]; count: { now: number } }

async function liveAt(fan: Caller, postId: string, { random, acts, count }: Shared): Promise<void> {
  const params = { id: postId }
  for (let number = 0; number < actsEach; number += 1) {
    const what = random.pick(['like', 'unlike', 'comment'] as const)
    const words = `${fan.id} ${number}`
    const began = (count.now += 1)
    const { status } =
      what === 'comment'
        ? await fan.call(api.comments.add, { params, body: { content: words } })
        : await fan.call(api.posts[what], { params })
    acts.push({ personId: fan.id, what, words, status, began, ended: (count.now += 1) })
  }
}

/** Removes the post or blocks a person after so many actions, or neither. */
async function end(
  club: Club,
  { postId, fans, random, acts, count }: Shared & { postId: string; fans: Caller[] },
): Promise<Ending> {
  const what = random.pick(['nothing', 'removed', 'blocked'] as const)
  const after = random.whole(0, (crowd * actsEach) / 2)
  const chosen = random.pick(fans)
  while (acts.length < after) await new Promise((resolve) => void setImmediate(resolve))
  const { creator, admin } = club.people
  const at = count.now
  const params = { id: what === 'removed' ? postId : chosen.id }
  const body = { blocked: true, reason: 'Something else' }
  const { status } =
    what === 'removed'
      ? await creator.call(api.posts.remove, { params })
      : what === 'blocked'
        ? await admin.call(api.blocks.toggle, { params, body })
        : { status: 200 }
  if (status >= 300) throw new Error(`the end of a crowd got ${status}`)
  return { what, at, ended: count.now, blockedId: what === 'blocked' ? chosen.id : null }
}

async function whatCannotBe(club: Club, postId: string, acts: Act[], ending: Ending): Promise<string[]> {
  const { db } = club.services
  const problems: string[] = []
  const isGone = ending.what === 'removed'
  for (const { personId, what, status, began, ended } of acts) {
    const isBlocked = personId === ending.blockedId
    const done = what === 'comment' ? 201 : 200
    const mayBeDone = !((isGone || isBlocked) && began > ending.ended)
    const mayBeRefused = ended > ending.at && (isGone ? status === 404 : isBlocked && status === 403)
    if (status === done ? !mayBeDone : !mayBeRefused)
      problems.push(`a ${what} got ${status}, ${JSON.stringify({ began, ended, ending })}`)
  }
  const [post] = await db.select().from(posts).where(eq(posts.id, postId))
  const liked = await db.select().from(likes).where(eq(likes.postId, postId))
  const stored = await db.select().from(comments).where(eq(comments.postId, postId))
  if (Boolean(post) === isGone) problems.push(`the post is ${post ? 'there' : 'gone'} after ${ending.what}`)
  if (!post)
    return [...problems, ...(liked.length + stored.length > 0 ? ['something is left of a removed post'] : [])]
  if (post.likesCount !== liked.length)
    problems.push(`${post.likesCount} likes are counted of ${liked.length}`)
  if (post.commentsCount !== stored.length)
    problems.push(`${post.commentsCount} comments are counted of ${stored.length}`)
  const promised = acts
    .filter(({ what, status }) => what === 'comment' && status === 201)
    .map(({ words }) => words)
  if (
    promised.toSorted().join() !==
    stored
      .map(({ content }) => content)
      .toSorted()
      .join()
  )
    problems.push(`${promised.length} comments were answered for and ${stored.length} are there`)
  for (const personId of new Set(acts.map((act) => act.personId))) {
    const last = acts.findLast(
      (act) => act.personId === personId && act.what !== 'comment' && act.status === 200,
    )
    const isLiked = liked.some((like) => like.personId === personId)
    if (isLiked !== (last?.what === 'like'))
      problems.push(`${personId} last asked to ${last?.what}, and likes: ${isLiked}`)
  }
  return problems
}
