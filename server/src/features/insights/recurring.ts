import type { Recurring } from '@touchline/contract/insights.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import { countedAt, type MonthMovements, movementsByMonth, noMovements } from './queries.ts'

/** Monthly recurring revenue and its movements; empty for a creator who does not receive the club's revenue. */
export function recurringFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'isMainInfluencer'>,
): Promise<Recurring> {
  return readConsistently(db, async (tx) => {
    const moved = viewer.isMainInfluencer ? await movementsByMonth(tx) : new Map<string, MonthMovements>()
    return { months: recurringMonths(moved, clock.now()), countedAt: await countedAt(tx) }
  })
}

/** A month's MRR at its start and end. Every month starts where the previous one ended. */
export type RecurringMonth = Omit<Recurring['months'][number], 'movements'> & { movements: MonthMovements }

/** All months since the first movement, oldest first. */
export function allRecurringMonths(moved: Map<string, MonthMovements>, now: Date): RecurringMonth[] {
  let cents = 0
  let members = 0
  return everyMonth(moved.keys(), now).map((month) => {
    const movements = moved.get(month) ?? noMovements()
    const [startCents, membersAtStart] = [cents, members]
    for (const part of Object.values(movements)) {
      cents += part.cents
      members += part.members
    }
    return { month, startCents, endCents: cents, membersAtStart, membersAtEnd: members, movements }
  })
}

const recurringMonths = (moved: Map<string, MonthMovements>, now: Date) =>
  allRecurringMonths(moved, now).slice(-monthsShown)
