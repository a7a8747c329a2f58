import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Job, World } from '#engine/world.ts'

export type Jobs = Record<Job, (world: World, id: string) => void>

// Small enough that requests are not delayed.
const atOnce = 25

type Due = { job: string; id: string; at: number }

/** The errors of a run's jobs, by job name and object id. */
type Failures = Map<string, unknown>

const nameOf = ({ job, id }: Due): string => `${job} of ${id}`

function toError(failures: Failures): Error {
  const described = [...failures].map(
    ([name, error]) => `${name}: ${error instanceof Error ? error.message : String(error)}`,
  )
  const words = `What was due and failed is tried again in the next run: ${described.join('; ')}`
  return new AggregateError(failures.values(), words)
}

/**
 * Runs due jobs in time order, each at its own time: a jump of a year plays the year through. A job that throws is
 * rolled back, named by `runDue` at the end and retried by the next run. A test clock fails instead.
 */
export function createCalendar(world: World, jobs: Jobs, tidy: () => void) {
  const { store } = world
  const life = { isClosed: false }
  let last: Promise<void> = Promise.resolve()
  const underway = new Map<string, Promise<void>>()

  const isJob = (name: string): name is Job => Object.hasOwn(jobs, name)

  function nextDue(clock: string, until: number, failures?: Failures): Due | undefined {
    const rows = store
      .sql('SELECT job, id, at FROM due WHERE clock = ? AND at <= ? ORDER BY at, job, id LIMIT ?')
      .all(clock, until, (failures?.size ?? 0) + 1)
    return rows
      .map((row) => ({ job: String(row['job']), id: String(row['id']), at: Number(row['at']) }))
      .find((due) => !failures?.has(nameOf(due)))
  }

  // In a transaction; false when nothing is due. A failure rolls everything back and is recorded.
  function runSome(clock: string, until: number, failures?: Failures): boolean {
    for (let done = 0; done < atOnce; done += 1) {
      const due = nextDue(clock, until, failures)
      if (!due) return false
      const { job, id, at } = due
      try {
        if (!isJob(job)) throw new Error(`There is no job ${job}.`)
        world.unschedule(job, id)
        world.atTime(at, clock, () => jobs[job](world, id))
      } catch (error) {
        failures?.set(nameOf(due), error)
        throw error
      }
    }
    return true
  }

  function runSomeOwn(failures: Failures): boolean {
    const known = failures.size
    try {
      return store.atomically(() => runSome('', world.now(), failures))
    } catch (error) {
      // The transaction's other jobs run again without the failed one.
      if (failures.size > known) return true
      throw error
    }
  }

  async function runAll(): Promise<void> {
    const failures: Failures = new Map()
    while (!life.isClosed && runSomeOwn(failures)) await nextTurn()
    if (!life.isClosed) store.atomically(tidy)
    if (failures.size > 0) throw toError(failures)
  }

  // The clock arrives in the same transaction as its last job.
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
      // Respond to the request first.
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
    /** Advances a test clock to its target in the background. */
    advance(id: string): void {
      if (!underway.has(id)) underway.set(id, drive(id))
    },
    /** Stops between two jobs; the rest runs after the next opening. */
    async close(): Promise<void> {
      life.isClosed = true
      await Promise.allSettled([last, ...underway.values()])
    },
  }
}
