import { api } from '@touchline/contract/api.ts'
import { isNull, like, sql } from 'drizzle-orm'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { seededRandom } from '#demo/seeded-random.ts'
import { blocks } from '#features/blocks/schema.ts'
import { comments } from '#features/comments/schema.ts'
import { likes, posts } from '#features/posts/schema.ts'
import { actorsFor } from './scenarios.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

/** A request under a unique name, with its response: null for none or a 503. */
type Entry = { kind: 'comment' | 'like' | 'post' | 'block'; name: string; status: number | null }

export type Writers = {
  /** Rejects when a writer fails for a reason unrelated to the site. */
  failed: Promise<never>
  /** Lets the writers finish their current request and returns the journal. */
  stop(): Promise<Entry[]>
}

const isUnknown = (status: number | null) => status === null || status >= 500
const isDone = ({ status }: Entry) => status !== null && status < 300

/**
 * Lets a member comment and like, a creator publish texts and pictures, and an admin block people, each one
 * request at a time and never the same twice. Every response is recorded; nothing is retried. `maxBlocks` is
 * how many people the admin can block: some thirty per restart.
 */
export async function startWriters(
  site: Site,
  provider: Provider,
  { seed, maxBlocks }: { seed: number; maxBlocks: number },
): Promise<Writers> {
  const { creator, admin, fan, postId } = await actorsFor(site, provider)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#258' } })
    .png()
    .toBuffer()
  const journal: Entry[] = []
  const state = { isOver: false }
  const published: string[] = [postId]
  const { rows: blockable } = await site.inside((db) =>
    db.execute<{ id: string }>(
      sql`insert into people (id, email, role, created_at)
          select gen_random_uuid(), 'block-me-' || n || '@club.example', 'subscriber', now()
          from generate_series(1, ${maxBlocks}::integer) n returning id`,
    ),
  )

  const write = async (
    kind: Entry['kind'],
    nameOf: (number: number) => string,
    ask: (name: string, number: number) => Promise<{ status: number }>,
  ) => {
    const random = seededRandom(seed, kind)
    for (let number = 0; !state.isOver; number += 1) {
      const entry: Entry = { kind, name: nameOf(number), status: null }
      journal.push(entry)
      try {
        entry.status = (await ask(entry.name, number)).status
      } catch (error) {
        // A killed server does not respond.
        if (!(error instanceof TypeError)) throw error
      }
      await pause(random.between(50, 400))
    }
  }

  const hands = [
    write(
      'comment',
      (number) => `comment ${number}`,
      (content) => fan.caller.call(api.comments.add, { params: { id: postId }, body: { content } }),
    ),
    write(
      'post',
      (number) => `post ${number}`,
      async (content, number) => {
        const hasPicture = number % 3 === 0
        const body = new FormData()
        body.set('content', content)
        body.set('contentType', hasPicture ? 'image' : 'text')
        if (hasPicture) body.set('media', new Blob([new Uint8Array(picture)]), 'photo.png')
        const answer = await creator.call(api.posts.publish, { body })
        if (answer.status === 201) published.push(answer.body.id)
        return answer
      },
    ),
    write(
      'like',
      (number) => published[number % published.length]!,
      (id) => fan.caller.call(api.posts.like, { params: { id } }),
    ),
    write(
      'block',
      (number) => blockable[number]!.id,
      (id) =>
        admin.call(api.blocks.toggle, {
          params: { id },
          body: { blocked: true, reason: 'Spam or advertising' },
        }),
    ),
  ]
  const writing = Promise.all(hands)
  const failed = writing.then(() => new Promise<never>(() => {}))
  // Unobserved errors are reported at the end.
  failed.catch(() => undefined)
  return {
    failed,
    async stop() {
      state.isOver = true
      await writing
      return journal
    },
  }
}

/**
 * Checks the set: every acknowledged entry exists exactly once, no refused one does, an unanswered one at
 * most once, and nothing else. Returns a sentence for every violation.
 */
export async function missingFromJournal(site: Site, journal: Entry[]): Promise<string[]> {
  const there = await site.inside(async (db) => ({
    comment: (await db.select().from(comments).where(like(comments.content, 'comment %'))).map(
      ({ content }) => content,
    ),
    post: (await db.select().from(posts).where(like(posts.content, 'post %'))).map(({ content }) => content),
    like: (await db.select().from(likes)).map(({ postId }) => postId),
    block: (await db.select().from(blocks).where(isNull(blocks.endedAt))).map(({ personId }) => personId),
  }))
  return Object.entries(there).flatMap(([kind, names]) => {
    const asked = journal.filter((entry) => entry.kind === kind)
    const counts = Map.groupBy(names, (name) => name)
    const problems: string[] = []
    for (const [name, entries] of Map.groupBy(asked, (entry) => entry.name)) {
      const count = counts.get(name)?.length ?? 0
      // A repeated like gets the same response.
      const isPromised = entries.some(isDone)
      const isOpen = entries.some(({ status }) => isUnknown(status))
      if (isPromised ? count !== 1 : isOpen ? count > 1 : count !== 0)
        problems.push(
          `${kind} ${name} got ${entries.map(({ status }) => status).join()} and is there ${count} times`,
        )
      counts.delete(name)
    }
    for (const name of counts.keys()) problems.push(`${kind} ${name} exists without a request`)
    return problems
  })
}
