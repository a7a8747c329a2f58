import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Job, World } from '#engine/world.ts'

export type Jobs = Record<Job, (world: World, id: string) => void>

// Few enough that requests are not kept waiting.
const atOnce = 25

/**
 * Runs what has become due, in time order, each job as if it were its own time: by the sandbox's clock in `runDue`
 * (calls queue up behind each other), by a test clock's own in `advance`. A jump of a year plays the year through.
 * `tidy` comes after each run of the first kind.
 */
export function createCalendar(world: World, jobs: Jobs, tidy: () => void) {
  const { store } = world
  const life = { isClosed: false }
  let last: Promise<void> = Promise.resolve()
  const underway = new Map<string, Promise<void>>()

  const isJob = (name: string): name is Job => Object.hasOwn(jobs, name)

  // Within a transaction; false when nothing is due any more.
  function runSome(clock: string, until: number): boolean {
    for (let done = 0; done < atOnce; done += 1) {
      const row = store
        .sql('SELECT job, id, at FROM due WHERE clock = ? AND at <= ? ORDER BY at, job, id LIMIT 1')
        .get(clock, until)
      if (!row) return false
      const [job, id, at] = [String(row['job']), String(row['id']), Number(row['at'])]
      if (!isJob(job)) throw new Error(`There is no job ${job}.`)
      world.unschedule(job, id)
      world.atTime(at, clock, () => jobs[job](world, id))
    }
    return true
  }

  async function runAll(): Promise<void> {
    while (!life.isClosed && store.atomically(() => runSome('', world.now()))) await nextTurn()
    if (!life.isClosed) store.atomically(tidy)
  }

  // The clock has arrived in the same transaction in which its last job was done.
  function step(id: string): boolean {
    const clock = store.find('test_helpers.test_clock', id)
    const target = clock?.status_details.advancing?.target_frozen_time
    if (!clock || target === undefined) return false
    if (runSome(id, target)) return true
    world.amend(clock, { frozen_time: target, status: 'ready', status_details: {} })
    world.emit('test_helpers.test_clock.ready', clock)
    return false
  }

  function fail(id: string): void {
    const clock = store.find('test_helpers.test_clock', id)
    if (!clock) return
    world.amend(clock, { status: 'internal_failure', status_details: {} })
    world.emit('test_helpers.test_clock.internal_failure', clock)
  }

  async function drive(id: string): Promise<void> {
    try {
      // The request that asked for it is answered first.
      do await nextTurn()
      while (!life.isClosed && store.atomically(() => step(id)))
    } catch {
      store.atomically(() => fail(id))
    } finally {
      underway.delete(id)
    }
  }

  return {
    runDue(): Promise<void> {
      last = last.catch(() => undefined).then(runAll)
      return last
    },
    /** Lets a test clock that is advancing arrive at its target, in the background. */
    advance(id: string): void {
      if (!underway.has(id)) underway.set(id, drive(id))
    },
    /** Stops between two jobs; the rest is done after the next opening. */
    async close(): Promise<void> {
      life.isClosed = true
      await Promise.allSettled([last, ...underway.values()])
    },
  }
}
