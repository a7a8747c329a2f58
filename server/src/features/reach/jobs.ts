import type { Services } from '#services.ts'
import { countReach, recountReach } from './count-reach.ts'

/** Declares the counting jobs: seen posts every minute, and all posts every night for changed memberships. */
export function reachJobs({ clock, db, jobs }: Services): void {
  jobs.every('* * * * *', 'count-reach', () => countReach(db, clock.now()))
  jobs.every('7 4 * * *', 'recount-reach', async () => void (await recountReach(db, clock.now())))
}
