import { saveAnswers } from '#features/audience/answers.ts'
import type { Services } from '#services.ts'
import { after, days, type MemberTimeline } from './timeline.ts'
import { answers } from './script/answers.ts'

type Scene = { seenFrom: Date; timelines: readonly MemberTimeline[]; personIds: ReadonlyMap<string, string> }

/** Fills in the members' answers for the audience statistics, in their first days. */
export async function fillInProfiles(
  { db }: Services,
  { seenFrom, timelines, personIds }: Scene,
): Promise<void> {
  for (const { member, email, joinedAt } of timelines) {
    const profile = answers.get(member.lastName)
    const personId = personIds.get(email)
    if (!profile || !personId) continue
    const answeredAt = new Date(Math.min(after(joinedAt, days(1)).getTime(), seenFrom.getTime()))
    await saveAnswers({ db, clock: { now: () => answeredAt } }, personId, profile)
  }
}
