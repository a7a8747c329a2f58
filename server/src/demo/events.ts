import { eq } from 'drizzle-orm'
import { acknowledgeTip } from '#features/tips/acknowledge-tip.ts'
import { tips as sent } from '#features/tips/schema.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { changeCard, rejoin, join, leave, suspend } from './membership-events.ts'
import { after, before, couldPayAt, days, hours, type MemberTimeline, wasMemberAt } from './timeline.ts'
import { personWithEmail } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'
import { demoEmail } from './accounts.ts'
import { tips } from './script/tips.ts'
import { seededRandom } from './seeded-random.ts'

/** An event of the demo's history, which happens when the clock shows `at`. */
export type DemoEvent = { at: Date; run: (services: DemoServices) => Promise<void> }

/** The creator has not yet replied to the tips of the last days. */
const unansweredFor = days(3)

function memberEvents(timeline: MemberTimeline): DemoEvent[] {
  const { joinedAt, leavesAt, returnsAt, cardBreaksAt, cardReplacedAt, blockedAt, member } = timeline
  const moments: [Date | null, (services: DemoServices) => Promise<void>][] = [
    [joinedAt, (services) => join(services, timeline)],
    [leavesAt, (services) => leave(services, timeline)],
    [returnsAt, (services) => rejoin(services, timeline)],
    [cardBreaksAt, (services) => changeCard(services, timeline, 'declines')],
    [cardReplacedAt, (services) => changeCard(services, timeline, member.card ?? 'visa')],
    [blockedAt, (services) => suspend(services, timeline)],
  ]
  return moments.flatMap(([at, run]) => (at ? [{ at, run }] : []))
}

function tipEvents(
  timelines: readonly MemberTimeline[],
  creatorId: string,
  seenFrom: Date,
  seed: number,
): DemoEvent[] {
  const random = seededRandom(seed, 'tips')
  return tips.flatMap(({ daysAgo, message, from }, index) => {
    const at = before(seenFrom, days(daysAgo))
    const able = timelines.filter((one) => wasMemberAt(one, at) && couldPayAt(one, at))
    const chosen = random.pick(able)
    const { email } = from ? (timelines.find((one) => one.email === demoEmail(from)) ?? chosen) : chosen
    const heartedAt = after(at, Math.round(hours(random.between(0.5, 30))))
    const idempotencyKey = `demo-tip-${index}`
    const send: DemoEvent = {
      at,
      run: async (services) => {
        const sender = await personWithEmail(services.db, email)
        if (!sender) throw new Error(`${email} has not joined`)
        const input = { sender, amount: 5, ...(message ? { message } : {}) }
        const { tip } = await sendTip(services, { ...input, idempotencyKey })
        if (tip.status !== 'completed') throw new Error(`the tip of ${email} is ${tip.status}`)
      },
    }
    const heart: DemoEvent = {
      at: heartedAt,
      run: async (services) => {
        const [tip] = await services.db
          .select({ id: sent.id })
          .from(sent)
          .where(eq(sent.idempotencyKey, idempotencyKey))
        await acknowledgeTip(services, creatorId, tip?.id ?? '')
      },
    }
    return heartedAt < before(seenFrom, unansweredFor) ? [send, heart] : [send]
  })
}

/** All events about money and membership, in order of time. */
export const demoEvents = (
  timelines: readonly MemberTimeline[],
  creatorId: string,
  seenFrom: Date,
  seed: number,
): DemoEvent[] =>
  [...timelines.flatMap(memberEvents), ...tipEvents(timelines, creatorId, seenFrom, seed)].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  )
