import type { Audience } from '@touchline/contract/audience.ts'
import type { Services } from '#services.ts'
import { activityAt } from './activity.ts'

const minuteMs = 60_000

/** Activity cached for one minute per time zone, because it reads four weeks of actions. A failure is not cached. */
export function sharedActivity({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const known = new Map<string, Promise<Audience['activity']>>()
  let countedIn = Number.NaN
  return (timeZone: string): Promise<Audience['activity']> => {
    const now = clock.now()
    const minute = Math.floor(now.getTime() / minuteMs)
    if (minute !== countedIn) known.clear()
    countedIn = minute
    const shared = known.get(timeZone)
    if (shared) return shared
    const counting = activityAt(db, now, timeZone)
    known.set(timeZone, counting)
    counting.catch(() => known.delete(timeZone))
    return counting
  }
}
