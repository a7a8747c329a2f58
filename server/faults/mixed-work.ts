import { api } from '@touchline/contract/api.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, seededRandom } from '#demo/seeded-random.ts'
import type { Caller } from '#testing/caller.ts'
import type { Crowd } from './crowd.ts'

/**
 * One request: when it began (ms since the start), how long it took, and its status (0 without a response).
 */
export type WorkResult = { atMs: number; tookMs: number; status: number; what: string }

export type MixedWork = {
  done: WorkResult[]
  /** Comments the site acknowledged. */
  kept: string[]
  stop(): Promise<void>
}

/** Lets a crowd read, like, comment and load pictures, `perSecond` requests in total, until stopped. */
export function startMixedWork(
  { members, creator }: Crowd,
  {
    postIds,
    mediaUrl,
    perSecond,
    seed,
  }: { postIds: string[]; mediaUrl: string; perSecond: number; seed: number },
): MixedWork {
  const startedAt = performance.now()
  const done: WorkResult[] = []
  const kept: string[] = []
  const state = { isOver: false }
  const hand = async (member: Caller, number: number) => {
    const random = seededRandom(seed, `hand ${number}`)
    for (let turn = 0; !state.isOver; turn += 1) {
      const began = performance.now()
      const { what, act } = thingToDo(random, { member, creator, postIds, mediaUrl })
      const content = `${number} ${turn}`
      const status = await act(content).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error
        return 0
      })
      if (what === 'comment' && status === 201) kept.push(content)
      done.push({ atMs: began - startedAt, tookMs: performance.now() - began, status, what })
      await pause(random.between(0.5, 1.5) * (members.length / perSecond) * 1000)
    }
  }
  const working = Promise.all(members.map(hand))
  working.catch(() => undefined)
  return {
    done,
    kept,
    async stop() {
      state.isOver = true
      await working
    },
  }
}

const whole = async (answer: Promise<Response>) => {
  const response = await answer
  await response.arrayBuffer()
  return response.status
}
const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

type Place = { member: Caller; creator: Caller; postIds: string[]; mediaUrl: string }

function thingToDo(random: Random, { member, creator, postIds, mediaUrl }: Place) {
  const params = { id: random.pick(postIds) }
  return random.pick<{ what: string; act: (content: string) => Promise<number> }>([
    { what: 'feed', act: () => statusOf(member.call(api.posts.list, { query: { page: 1, limit: 10 } })) },
    { what: 'post', act: () => statusOf(member.call(api.posts.show, { params })) },
    { what: 'picture', act: () => whole(member.fetch(mediaUrl)) },
    { what: 'like', act: () => statusOf(member.call(api.posts.like, { params })) },
    { what: 'unlike', act: () => statusOf(member.call(api.posts.unlike, { params })) },
    {
      what: 'comment',
      act: (content) => statusOf(member.call(api.comments.add, { params, body: { content } })),
    },
    { what: 'inbox', act: () => statusOf(creator.call(api.comments.inbox, { query: {} })) },
    { what: 'user', act: () => statusOf(member.call(api.accounts.signedInUser)) },
  ])
}

/**
 * Whether a database fault explains the result: a 503, or an aborted picture, because access could not be
 * re-checked.
 */
export const isGivenUp = ({ status, what }: WorkResult) =>
  status === 503 || (status === 0 && what === 'picture')

/** The duration within which a share (0 to 1) of requests finished, in ms. */
export function within(share: number, done: readonly WorkResult[]): number {
  const sorted = done.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
