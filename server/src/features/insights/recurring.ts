import type { Recurring } from '@touchline/contract/insights.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import { countedAt, type MonthMovements, movementsByMonth, noMovements } from './queries.ts'

/** Recurring revenue by month with what moved it; nothing for a creator the club's money is not for. */
export function recurringFor(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'isMainInfluencer'>,
): Promise<Recurring> {
  return readConsistently(db, async (tx) => {
    const moved = viewer.isMainInfluencer ? await movementsByMonth(tx) : new Map<string, MonthMovements>()
    return { months: recurringMonths(moved, clock.now()), countedAt: await countedAt(tx) }
  })
}

/** A month as it begins and ends; every month begins as the one before it ended. */
export type RecurringMonth = Omit<Recurring['months'][number], 'movements'> & { movements: MonthMovements }

/** All months since something first moved, oldest first. */
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
