import type { Ago, DemoMember } from './script/members.ts'
import { seededRandom } from './seeded-random.ts'

const hourMs = 60 * 60 * 1000
export const dayMs = 24 * hourMs

export const before = (moment: Date, ms: number) => new Date(moment.getTime() - ms)
export const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
export const hours = (count: number) => count * hourMs
export const days = (count: number) => count * dayMs

function monthsLater(from: Date, count: number): Date {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}

const ago = (seenFrom: Date, { months = 0, days: count = 0 }: Ago) =>
  monthsLater(before(seenFrom, days(count)), -months)

/** When a post of this age was published: at a varying time of day, the newest exactly at its age. */
export function publishedAt(
  seenFrom: Date,
  { title, ageHours }: { title: string; ageHours: number },
  seed: number,
) {
  const jitter = ageHours < 24 ? 0 : Math.round(hours(seededRandom(seed, title).between(-5, 5)))
  return before(seenFrom, hours(ageHours) + jitter)
}

export type MemberTimeline = {
  member: DemoMember
  email: string
  joinedAt: Date
  leavesAt: Date | null
  returnsAt: Date | null
  cardBreaksAt: Date | null
  cardReplacedAt: Date | null
  blockedAt: Date | null
}

/** Computes a member's dates, reproducible for the same seed. */
export function timelineOf(member: DemoMember, email: string, seenFrom: Date, seed: number): MemberTimeline {
  const random = seededRandom(seed, email)
  const joinedAt = before(ago(seenFrom, member.joined), Math.round(hours(random.between(0, 9))))
  const later = (daysAgo: number | undefined) => {
    const jitter = Math.round(hours(random.between(0, 9)))
    return daysAgo === undefined ? null : before(seenFrom, days(daysAgo) + jitter)
  }
  return {
    member,
    email,
    joinedAt,
    leavesAt: later(member.leaves),
    returnsAt: later(member.returns),
    cardBreaksAt: later(member.cardBreaks),
    cardReplacedAt: later(member.cardReplaced),
    blockedAt: later(member.blocked),
  }
}

/** The end of the paid month that contains `moment`. */
function paidMonthEnd(joinedAt: Date, moment: Date): Date {
  let month = 1
  while (monthsLater(joinedAt, month) <= moment) month += 1
  return monthsLater(joinedAt, month)
}

/** Whether the member had access at that time: paid and not suspended. */
export function wasMemberAt({ joinedAt, ...line }: MemberTimeline, moment: Date): boolean {
  if (moment < joinedAt) return false
  if (line.blockedAt && moment >= line.blockedAt) return false
  if (line.returnsAt && moment >= line.returnsAt) return true
  if (line.leavesAt && moment >= paidMonthEnd(joinedAt, line.leavesAt)) return false
  return (
    couldPayAt({ joinedAt, ...line }, moment) || moment < paidMonthEnd(joinedAt, line.cardBreaksAt ?? moment)
  )
}

export const couldPayAt = (
  { cardBreaksAt, cardReplacedAt }: Pick<MemberTimeline, 'cardBreaksAt' | 'cardReplacedAt' | 'joinedAt'>,
  moment: Date,
) => !cardBreaksAt || moment < cardBreaksAt || (cardReplacedAt !== null && moment >= cardReplacedAt)
