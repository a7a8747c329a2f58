import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#db/database.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type FailedJob, type Jobs, openJobs } from './jobs.ts'

type Line = { queue?: string; alert?: string }
const logged: Line[] = []
const log = { error: (line: Line) => void logged.push(line) }

const givenUp: FailedJob[] = []
const recurred: string[] = []
const done: string[] = []
const atOnce: number[] = []
let finishWhistle: () => void = () => {}
const untilWhistle = new Promise<void>((resolve) => (finishWhistle = resolve))

let jobs: Jobs
let opened: ReturnType<typeof openDatabase>
let close: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  opened = openDatabase(database.address, { maxConnections: 3, onConnectionLost: () => {} })
  jobs = openJobs(database.address, log, {
    onGivenUp: async (job) => void givenUp.push(job),
    onRecurred: async (queue) => void recurred.push(queue),
  })
  jobs.work(
    'keyed',
    async ({ about, isSlow }) => {
      done.push(String(about))
      if (isSlow) await untilWhistle
    },
    { keyOf: ({ about }) => String(about) },
  )
  jobs.work('plain', async ({ about }) => void done.push(String(about)))
  jobs.work('failing', async () => {
    throw new Error('post')
  })
  jobs.work('failing-once', async ({ about }) => {
    done.push(String(about))
    if (times(String(about)) === 1) throw new Error('rebound')
  })
  jobs.work('leading-on', ({ about }) =>
    jobs.enqueue(opened.db, 'plain', { about: `${String(about)} and a shot` }),
  )
  jobs.work(
    'long',
    async ({ about }) => {
      atOnce.push((atOnce.at(-1) ?? 0) + 1)
      await setImmediate()
      atOnce.push((atOnce.at(-1) ?? 0) - 1)
      done.push(String(about))
    },
    { isLong: true },
  )
  jobs.every('30 6 * * *', 'mornings', async () => void done.push('a morning'))
  jobs.every('*/20 * * * *', 'often', async () => {})
  jobs.every('0 0 1 1 *', 'failing-yearly', async () => {
    throw new Error('crossbar')
  })
  await jobs.start()
  close = async () => {
    await jobs.stop()
    await opened.close()
    await database.drop()
  }
})
afterAll(() => close())

const times = (about: string) => done.filter((one) => one === about).length
const waiting = async (queue: string) => {
  const { rows } = await opened.db.execute(
    sql`select id from jobs.job where name = ${queue} and state in ('created', 'retry')`,
  )
  return rows.length
}

const schedules = async (db: Database) => (await db.execute(sql`select name, cron from jobs.schedule`)).rows

const enqueue = (about: string, isSlow = false) => jobs.enqueue(opened.db, 'keyed', { about, isSlow })
const at = (time: string) => new Date(`2027-01-01T${time}Z`)
const alertsOf = (name: string) =>
  logged.filter(({ queue }) => queue === name).map(({ alert }) => alert ?? 'none')

const theOnlyOne = () => 'the only one'

describe('jobs', () => {
  it('wait once per key, even while one of that key runs', async () => {
    await enqueue('a goal', true)
    await expect.poll(() => times('a goal')).toBe(1)
    for (let press = 0; press < 5; press += 1) await enqueue('a goal')
    await enqueue('another goal')
    await jobs.enqueueAll(opened.db, 'keyed', [
      { about: 'a goal' },
      { about: 'a third' },
      { about: 'a third' },
    ])
    expect(await waiting('keyed')).toBe(3)
    finishWhistle()
    await expect.poll(() => [times('a goal'), times('another goal')]).toEqual([2, 1])
    expect(await waiting('keyed')).toBe(0)
  })

  it('all run in a queue without keys', async () => {
    for (let press = 0; press < 3; press += 1) await jobs.enqueue(opened.db, 'plain', { about: 'a corner' })
    await expect.poll(() => times('a corner')).toBe(3)
  })

  it('run one after the other without pauses in a queue of long jobs', async () => {
    for (let film = 0; film < 4; film += 1) await jobs.enqueue(opened.db, 'long', { about: 'a film' })
    // By itself the worker would rest for half a minute after each: a minute and a half in all.
    await expect.poll(() => times('a film'), { timeout: 85_000 }).toBe(4)
    expect(Math.max(...atOnce)).toBe(1)
  })

  it('are logged when they fail, with an alert after the last attempt', async () => {
    await jobs.enqueue(opened.db, 'failing', {})
    await jobs.enqueue(opened.db, 'failing-yearly', {})
    await expect.poll(() => alertsOf('failing')).toEqual(['none'])
    await expect.poll(() => alertsOf('failing-yearly')).toEqual(['job-given-up'])
    expect(givenUp).toEqual([{ queue: 'failing-yearly', id: null }])
  })

  it('start by schedule, unless schedules are off', async () => {
    expect(await schedules(opened.db)).toContainEqual({ name: 'failing-yearly', cron: '0 0 1 1 *' })
    const elsewhere = await createTestDatabase()
    const { db, close: closeElsewhere } = openDatabase(elsewhere.address, {
      maxConnections: 1,
      onConnectionLost: () => {},
    })
    const unhurried = openJobs(elsewhere.address, log, { hasSchedules: false })
    unhurried.every('* * * * *', 'minutely', async () => {})
    await unhurried.start()
    expect(await schedules(db)).toEqual([])
    await unhurried.stop()
    await closeElsewhere()
    await elsewhere.drop()
  })

  it('of a killed process are requeued at the next start when it is alone', async () => {
    const elsewhere = await createTestDatabase()
    const { db, close: closeElsewhere } = openDatabase(elsewhere.address, {
      maxConnections: 1,
      onConnectionLost: () => {},
    })
    const doneBy: string[] = []
    // What holds a job for ever is as good as dead.
    const held = Promise.withResolvers<void>()
    const dead = openJobs(elsewhere.address, log)
    const hold = async () => {
      doneBy.push('dead')
      await held.promise
    }
    dead.work('left', hold, { keyOf: theOnlyOne })
    await dead.start()
    await dead.enqueue(db, 'left', {})
    await expect.poll(() => doneBy).toEqual(['dead'])
    const next = openJobs(elsewhere.address, log, { isAlone: true })
    next.work('left', async () => void doneBy.push('next'), { keyOf: theOnlyOne })
    await next.start()
    await expect.poll(() => doneBy).toEqual(['dead', 'next'])
    held.resolve()
    await Promise.all([dead.stop(), next.stop()])
    await closeElsewhere()
    await elsewhere.drop()
  })

  it('make up missed recurring runs once, and repeat an interrupted one', async () => {
    const elsewhere = await createTestDatabase()
    const { db, close: closeElsewhere } = openDatabase(elsewhere.address, {
      maxConnections: 1,
      onConnectionLost: () => {},
    })
    const doneBy: string[] = []
    const open = async (name: string, work: () => Promise<void>) => {
      const opening = openJobs(elsewhere.address, log, { isAlone: true })
      // Last month, and not now.
      const month = new Date(Date.now() - 30 * 24 * 3_600_000).getUTCMonth() + 1
      opening.every(`0 0 1-28 ${month} *`, 'nightly', async () => {
        doneBy.push(name)
        await work()
      })
      await opening.start()
      return opening
    }
    const held = Promise.withResolvers<void>()
    const first = await open('first', async () => {})
    const lastPass = async () => (await db.execute(sql`select cron_on from jobs.version`)).rows[0]!['cron_on']
    await expect.poll(lastPass).not.toBeNull()
    await first.stop()
    await db.execute(sql`update jobs.version set cron_on = cron_on - interval '60 days'`)
    await db.execute(sql`update jobs.schedule set created_on = created_on - interval '60 days'`)
    const second = await open('second', () => held.promise)
    await expect.poll(() => doneBy).toEqual(['second'])
    const third = await open('third', async () => {})
    await expect.poll(() => doneBy).toEqual(['second', 'third'])
    held.resolve()
    await Promise.all([second.stop(), third.stop()])
    await closeElsewhere()
    await elsewhere.drop()
  })

  it('list the recurring work due between two times, in order', async () => {
    const due = jobs.dueBetween(new Date('2026-12-31T12:00:00Z'), at('12:00:00'))
    expect(due.map(({ at: moment }) => moment)).toEqual([at('00:00:00'), at('06:30:00'), at('12:00:00')])
    expect(jobs.dueBetween(at('00:00:00'), at('00:00:30'))).toEqual([])
    await due[1]!.run()
    expect(times('a morning')).toBe(1)
    await due[0]!.run()
    // A success is reported to `onRecurred`, a failure is not.
    expect(recurred).toContain('mornings')
    expect(recurred).not.toContain('failing-yearly')
    expect(alertsOf('failing-yearly')).toContain('job-given-up')
  })

  it('can be awaited with their follow-ups, and retried at once', async () => {
    await jobs.enqueue(opened.db, 'leading-on', { about: 'a pass' })
    expect(await jobs.settled()).toBe(true)
    expect(times('a pass and a shot')).toBe(1)
    expect(await jobs.settled()).toBe(false)
    await jobs.enqueue(opened.db, 'failing-once', { about: 'a free kick' })
    await expect.poll(() => times('a free kick')).toBe(1)
    await expect.poll(() => waiting('failing-once')).toBe(1)
    await jobs.settled({ again: true })
    expect(times('a free kick')).toBe(2)
  })

  it('are retried seconds after a failure', async () => {
    await jobs.enqueue(opened.db, 'failing-once', { about: 'a penalty' })
    // By itself the worker would look again after half a minute.
    await expect.poll(() => times('a penalty'), { timeout: 25_000 }).toBe(2)
  })
})
