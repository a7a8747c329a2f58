import { api } from '@touchline/contract/api.ts'
import { and, eq, isNull } from 'drizzle-orm'
import sharp from 'sharp'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { blocks } from '#features/blocks/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { emails } from '#mail/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { sendResumably } from '#testing/resumable.ts'
import type { Journey } from './crash-storm.ts'
import { type Fan, finishSignup, newFan, retryWhileAway, signUpAndPay, tip } from './retrying-fan.ts'
import { jobsAtRest } from './jobs-at-rest.ts'
import type { Scenario } from './kill-at-points.ts'
import { findProblems } from './member-journeys.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

type Actors = { creator: Caller; admin: Caller; fan: Fan; postId: string }

/** Signs in everyone the scenarios need: a creator with a post, an admin, and a paying fan. */
export async function actorsFor(site: Site, provider: Provider): Promise<Actors> {
  const password = 'ninety minutes and a bit'
  const passwordHash = await hashPassword(password)
  await site.inside(async (db) => {
    await db.update(people).set({ passwordHash }).where(eq(people.email, 'creator@club.example'))
    await createPerson(db, {
      email: 'steward@club.example',
      passwordHash,
      role: 'admin',
      createdAt: new Date(),
    })
  })
  const signIn = async (name: string) => {
    const caller = site.visitor()
    const email = `${name}@club.example`
    const { status } = await caller.call(api.accounts.login, { body: { email, password } })
    if (status !== 200) throw new Error(`the ${name} got ${status}`)
    return caller
  }
  const creator = await signIn('creator')
  const fan = newFan(site)
  await finishSignup(fan, await signUpAndPay(fan, provider))
  const body = new FormData()
  body.set('contentType', 'text')
  body.set('content', 'Kick-off')
  const { body: post } = await creator.call(api.posts.publish, { body })
  return { creator, admin: await signIn('steward'), fan, postId: post.id }
}

const tipsEach = 3
const sentenceUnless = (isRight: boolean, sentence: string) => (isRight ? [] : [sentence])

export async function scenariosOn(site: Site, provider: Provider): Promise<Scenario[]> {
  const { creator, admin, fan, postId } = await actorsFor(site, provider)
  const settle = async () => {
    await provider.delivered()
    await site.inside((db) => jobsAtRest(db))
  }
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#258' } })
    .jpeg()
    .toBuffer()
  const lives: Journey[] = []

  const comment: Scenario = {
    name: 'a comment',
    isPartOf: (work) => work.startsWith('POST /api/posts/'),
    settle,
    async run(turn) {
      const clientId = `0190b0d0-0000-4000-8000-${String(turn).padStart(12, '0')}`
      const body = { content: `Comment ${turn}`, clientId }
      const { status } = await retryWhileAway(() =>
        fan.caller.call(api.comments.add, { params: { id: postId }, body }),
      )
      if (status !== 201 && status !== 200) throw new Error(`the comment got ${status}`)
    },
    problems: (turn) =>
      site.inside(async (db) => {
        const there = await db.$count(comments, eq(comments.content, `Comment ${turn}`))
        const all = await db.$count(comments, eq(comments.postId, postId))
        const [post] = await db.select().from(posts).where(eq(posts.id, postId))
        return [
          ...sentenceUnless(there === 1, `the comment is there ${there} times`),
          ...sentenceUnless(post?.commentsCount === all, `${post?.commentsCount} are counted of ${all}`),
        ]
      }),
  }

  let tipper = fan
  const sentTip: Scenario = {
    name: 'a tip',
    isPartOf: (work) => /^(POST \/api\/(tips|webhooks)|job )/.test(work),
    settle,
    async prepare(turn) {
      // The rate limit is twenty an hour per person, and some turns call it several times.
      if (turn % tipsEach !== 0) return
      tipper = newFan(site)
      await finishSignup(tipper, await signUpAndPay(tipper, provider))
      await settle()
    },
    run: async (turn) => void (await tip(tipper, `scenario-${turn}`)),
    async problems(turn) {
      const rows = await site.inside((db) =>
        db
          .select()
          .from(tips)
          .where(eq(tips.idempotencyKey, `scenario-${turn}`)),
      )
      const { data } = await provider.stripe.charges.list({ limit: 100 })
      const charges = data.filter(({ metadata }) => metadata['tip_id'] === rows[0]?.id)
      return sentenceUnless(
        rows.length === 1 && rows[0]?.status === 'completed' && charges.length === 1,
        `${rows.length} tips, ${rows[0]?.status}, charged ${charges.length} times`,
      )
    },
  }

  const post: Scenario = {
    name: 'a picture that is sent in parts',
    isPartOf: (work) => /uploads|^POST \/api\/posts$/.test(work),
    settle,
    async run(turn) {
      const uploadId = await untilAnswered(() => sendResumably(creator, picture))
      const body = new FormData()
      for (const [name, value] of [
        ['contentType', 'image'],
        ['content', `Picture ${turn}`],
        ['uploadId', uploadId],
      ] as const)
        body.set(name, value)
      const { status } = await retryWhileAway(() => creator.call(api.posts.publish, { body }))
      if (status !== 201 && status !== 200) throw new Error(`the post got ${status}`)
    },
    async problems(turn) {
      const rows = await site.inside((db) =>
        db
          .select()
          .from(posts)
          .where(eq(posts.content, `Picture ${turn}`)),
      )
      if (rows.length !== 1) return [`the post is there ${rows.length} times`]
      const { body } = await creator.call(api.posts.show, { params: { id: rows[0]!.id } })
      const file = await creator.fetch(body.mediaUrl ?? '/nowhere')
      const { width } = await sharp(await file.arrayBuffer()).metadata()
      return sentenceUnless(file.status === 200 && width === 300, `its picture got ${file.status}`)
    },
  }

  const block: Scenario = {
    name: 'a block',
    isPartOf: (work) => /^(POST \/api\/admin\/users|job (end-billing|.*letter.*|.*mail.*))/.test(work),
    settle,
    async run(turn) {
      const email = `blocked-${turn}@club.example`
      const { id } = await site.inside((db) => createPerson(db, { email, createdAt: new Date() }))
      const body = { blocked: true, reason: 'Something else' }
      const { status } = await retryWhileAway(() => admin.call(api.blocks.toggle, { params: { id }, body }))
      if (status !== 200) throw new Error(`the block got ${status}`)
    },
    problems: (turn) =>
      site.inside(async (db) => {
        const email = `blocked-${turn}@club.example`
        const [person] = await db.select().from(people).where(eq(people.email, email))
        const id = person!.id
        const open = await db.$count(blocks, and(eq(blocks.personId, id), isNull(blocks.endedAt)))
        const acts = await db.$count(auditEntries, eq(auditEntries.personId, id))
        const written = await db.$count(emails, eq(emails.to, email))
        return sentenceUnless(
          person!.isBlocked && open === 1 && acts === 1 && written === 1,
          `${open} blocks, ${acts} acts, ${written} emails`,
        )
      }),
  }

  const signup: Scenario = {
    name: 'a signup',
    isPartOf: (work) => /^(POST \/api\/(create-|webhooks)|job )/.test(work),
    settle,
    async run(turn) {
      const newcomer = newFan(site)
      const subscriptionId = await signUpAndPay(newcomer, provider)
      await finishSignup(newcomer, subscriptionId)
      lives[turn] = { fan: newcomer, subscriptionId, tipIds: [], hasCanceled: false }
    },
    problems: (turn) => findProblems(site, provider, [lives[turn]!]),
  }

  return [comment, post, block, sentTip, signup]
}

/** Repeats the whole call while the server gives no response. */
async function untilAnswered<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await new Promise((resolve) => void setTimeout(resolve, 100))
    }
  }
}
