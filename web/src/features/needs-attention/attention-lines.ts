import type { Target } from '#router/address.ts'
import type { TracedFigure } from '@touchline/contract/insights.ts'
import { newForDays, type NeedsAttention } from '@touchline/contract/needs-attention.ts'
import { paths, type PlainPath } from '#paths.ts'
import { formatDollars } from '#ui/dollars.ts'

export type Line = {
  figure: string
  what: string
  about: string
  way: Pick<Target<PlainPath>, 'to' | 'search'>
}

const rowsOf = (search: { figure: TracedFigure; since?: string }) => ({
  to: paths.analyticsRows,
  search,
})

const inDigits = (count: number) => count.toLocaleString('en-US')

const either = (count: number, one: string, more: string) => (count === 1 ? one : more)

const waiting = ({ count, isExact }: NeedsAttention['comments']) => `${inDigits(count)}${isExact ? '' : '+'}`

/** Returns the lines for the creator, people waiting for an answer first. `ago` formats a past time. */
export function toAttentionLines(
  { comments, tips, failedPayments }: NeedsAttention,
  ago: (at: string) => string,
): Line[] {
  const oldest = ({ oldestAt }: NeedsAttention['comments']) =>
    oldestAt ? `The oldest: ${ago(oldestAt)}.` : ''
  const failed = failedPayments ?? { count: 0, dueCents: 0 }
  const lines: (Line | false)[] = [
    comments.count > 0 && {
      figure: waiting(comments),
      what: either(comments.count, 'Comment to answer', 'Comments to answer'),
      about: oldest(comments),
      way: { to: paths.inbox },
    },
    tips.count > 0 && {
      figure: waiting(tips),
      what: either(tips.count, 'Tip to heart', 'Tips to heart'),
      about: oldest(tips),
      way: { to: paths.tipsReceived },
    },
    failed.count > 0 && {
      figure: inDigits(failed.count),
      what: either(failed.count, 'Failed payment', 'Failed payments'),
      about: `${formatDollars(failed.dueCents / 100)} due. The club reminds ${either(failed.count, 'this member', 'these members')} by email.`,
      way: rowsOf({ figure: 'failed_payments' }),
    },
  ]
  return lines.filter((line) => line !== false)
}

/** Returns the line about new members; null when there are none or the viewer is not the main creator. */
export function newMembersLine({ newMembers }: NeedsAttention): Line | null {
  if (!newMembers || newMembers.count === 0) return null
  return {
    figure: inDigits(newMembers.count),
    what: either(newMembers.count, 'New member', 'New members'),
    about: `Joined in the last ${newForDays} days.`,
    way: rowsOf({ figure: 'joined', since: newMembers.since }),
  }
}
