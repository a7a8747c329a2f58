import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { routesOn } from '#http/routes.ts'
import { openHttpServer } from '#http/server.ts'
import { movingClock } from '#time/clock.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import type { SimulatorContext } from './advance-clock.ts'
import { openSimulator } from './run-simulation.ts'
import { restoreSimulator } from './restore-simulator.ts'
import { routes } from './routes.ts'
import { lastRun } from './runs.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
// A month is thousands of writes: where each is written through to a busy disk, that takes minutes.
const arrival = { timeout: 600_000, interval: 100 }

const shown = async () => (await club.people.admin.call(api.simulator.show)).body

const advance = (by: 'day' | 'month') => club.people.admin.call(api.simulator.advance, { body: { by } })

/** How the run ended, as the page reads it. */
async function arrived() {
  await expect.poll(async () => (await shown()).run?.state, arrival).not.toBe('running')
  return (await shown()).run!
}

const journalsOf = (personId: string) =>
  club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, personId))

const membershipOf = async (personId: string) => {
  const [row] = await club.services.db.select().from(memberships).where(eq(memberships.personId, personId))
  return row!
}

/** A member whose first payment is in the books. */
async function bookedMember() {
  const joined = await join(club)
  await expect.poll(() => journalsOf(joined.user.id), arrival).toHaveLength(1)
  return joined
}

/** The stage of this club, for a rehearsal that a test stops. */
const stageOf = ({ services, clock }: Club): SimulatorContext => ({
  ...services,
  clock,
  sandbox: services.payments.sandbox!,
  areWebhooksStopped: () => false,
})

/** Work that does not end until it is aborted. */
async function endless({ signal }: { signal?: AbortSignal } = {}): Promise<never> {
  if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  throw new Error('stopped')
}

describe('moving the clock', { timeout: 900_000 }, () => {
  it('renews and books what falls due in a month, and keeps everyone signed in', async () => {
    const { caller, user } = await bookedMember()
    const { paidThrough } = await membershipOf(user.id)
    const startedAt = club.clock.now()
    const answers = await Promise.all([advance('month'), advance('month')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]))
    expect(answers.find(({ status }) => status === 409)?.message).toContain('being moved already')

    expect(await arrived()).toMatchObject({ state: 'done', percent: 100 })
    // A renewal is charged an hour after the month is over.
    await advance('day')
    expect(await arrived()).toMatchObject({
      leap: 'day',
      happened: { renewals: 1, journals: 1, failures: 0, cancellations: 0 },
    })
    const after = await membershipOf(user.id)
    expect(after.paidThrough!.getTime() - paidThrough!.getTime()).toBeGreaterThan(27 * dayMs)
    expect(await journalsOf(user.id)).toHaveLength(2)
    const { now, aheadMs, books, members } = await shown()
    expect(Date.parse(now) - startedAt.getTime()).toBeGreaterThan(27 * dayMs)
    expect(aheadMs).toBeGreaterThan(27 * dayMs)
    expect(books.balanceCents).toBe(0)
    expect(members).toContainEqual({ state: 'blocked', count: 1 })
    // By the club's clock both were last here more than two weeks ago.
    const answer = await caller.call(api.accounts.signedInUser)
    expect(answer.status).toBe(200)
    expect(Number(answer.headers.get('x-clock-ahead'))).toBeGreaterThan((27 * dayMs) / 1000)
  })

  it('stops with the server, says so, and never goes back', async () => {
    const { db } = club.services
    const startedAt = club.clock.now()
    const { jobs } = club.services
    // However fast the days pass, the third one does not end.
    const isThirdDay = () => club.clock.now().getTime() > startedAt.getTime() + 2 * dayMs
    const rehearsal = openSimulator({
      ...stageOf(club),
      jobs: { ...jobs, settled: (options) => (isThirdDay() ? endless(options) : jobs.settled(options)) },
    })
    const begun = await rehearsal.advance('month')
    await expect
      .poll(async () => (await lastRun(db))!.reachedAt.getTime(), arrival)
      .toBeGreaterThan(startedAt.getTime())
    await rehearsal.stop()
    const { run, now } = await shown()
    expect(run).toMatchObject({ id: begun.id, state: 'interrupted' })
    expect(run!.words).toContain('The server stopped on the way')
    expect(run!.percent).toBeLessThan(100)
    await expect(rehearsal.advance('day')).rejects.toMatchObject({ status: 503 })

    const clock = movingClock()
    await restoreSimulator({ db, clock })
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse(now))
    await advance('day')
    expect(await arrived()).toMatchObject({ state: 'done' })
  })

  it('ends at the next start what a killed server left running', async () => {
    const { db } = club.services
    const stuck = openSimulator({
      ...stageOf(club),
      jobs: { ...club.services.jobs, settled: () => new Promise<never>(() => {}) },
    })
    const { id } = await stuck.advance('day')
    expect((await advance('day')).status).toBe(409)
    await restoreSimulator({ db, clock: movingClock() })
    expect(await lastRun(db)).toMatchObject({ id, state: 'interrupted' })
    await advance('day')
    expect(await arrived()).toMatchObject({ state: 'done' })
  })

  it('says that it could not go on when the work of a day fails', async () => {
    const failing = openSimulator({
      ...stageOf(club),
      jobs: { ...club.services.jobs, settled: () => Promise.reject(new Error('no rest')) },
    })
    await failing.advance('day')
    const run = await arrived()
    expect(run).toMatchObject({ state: 'failed', percent: 0 })
    expect(run.words).toContain('could not be finished')

    const asked: Date[] = []
    const { jobs } = club.services
    const next = openSimulator({
      ...stageOf(club),
      jobs: {
        ...jobs,
        dueBetween(from, to) {
          asked.push(from)
          return jobs.dueBetween(from, to)
        },
      },
    })
    await next.advance('day')
    await next.finished()
    // What the day that failed did not come to is done first.
    expect(asked[0]?.toISOString()).toBe(run.reachedAt)
    expect(await arrived()).toMatchObject({ state: 'done' })
  })

  it('goes by no other length', async () => {
    const answer = await club.people.admin.call(api.simulator.advance, { body: { by: 'decade' } })
    expect(answer.status).toBe(400)
    expect(answer.message).toBe('The clock moves by a day, a month or a year.')
  })
})

it('is not there with real keys', async () => {
  const { services, clock } = club
  const app = await openHttpServer(services.config, services.address)
  const admin = { role: 'admin', isBlocked: false }
  // What a viewer is made of does not matter here, only that it is an admin.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const viewerOf = () => Promise.resolve(admin as never)
  const route = routesOn(app, { ...services, viewerOf, viewerAnew: viewerOf })
  routes(route, { ...services, clock, payments: { ...services.payments, sandbox: null } }, { app })
  for (const { method, path } of Object.values(api.simulator)) {
    const body = method === 'POST' ? { by: 'day', kind: 'webhooks', areStopped: true } : undefined
    const answer = await app.inject({ method, url: path, ...(body ? { payload: body } : {}) })
    expect(answer.statusCode).toBe(404)
  }
  await app.close()
})
