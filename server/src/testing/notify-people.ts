import type { Club } from './club.ts'
import { recur } from './recur.ts'

/** Writes and sends all notices that are due, as the site does within two minutes. */
export async function notifyPeople(club: Pick<Club, 'services'>): Promise<void> {
  await recur(club, 'tell-people')
  await club.services.jobs.settled()
  // An email that is committed while the job that sends all waiting ones ends is left to the next minute.
  await recur(club, 'send-waiting-letters')
  await club.services.jobs.settled()
}
