import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Job, World } from '#engine/world.ts'

export type Jobs = Record<Job, (world: World, id: string) => void>

// Few enough that requests are not kept waiting.
const atOnce = 25

/**
 * Makes the function that runs everything due by the sandbox's clock, in time order, each job as if it were its
 * own time. A jump of a year therefore plays the year through. Calls queue up behind each other.
 */
export function createCalendar(world: World, jobs: Jobs): () => Promise<void> {
  const { store } = world
  let last: Promise<void> = Promise.resolve()

  const isJob = (name: string): name is Job => Object.hasOwn(jobs, name)

  function runSome(until: number): boolean {
    return store.atomically(() => {
      for (let done = 0; done < atOnce; done += 1) {
        const row = store
          .sql('SELECT job, id, at FROM due WHERE at <= ? ORDER BY at, job, id LIMIT 1')
          .get(until)
        if (!row) return false
        const [job, id, at] = [String(row['job']), String(row['id']), Number(row['at'])]
        if (!isJob(job)) throw new Error(`There is no job ${job}.`)
        world.unschedule(job, id)
        world.atTime(at, () => jobs[job](world, id))
      }
      return true
    })
  }

  async function runAll(): Promise<void> {
    while (runSome(world.now())) await nextTurn()
  }

  return () => {
    last = last.catch(() => undefined).then(runAll)
    return last
  }
}
