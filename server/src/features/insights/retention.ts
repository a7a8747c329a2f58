import type { Retention } from '@touchline/contract/insights.ts'
import type { Services } from '#services.ts'
import { readConsistently } from './consistent-read.ts'
import { everyMonth, monthsShown } from './month-list.ts'
import { cohortChanges, type CohortChange, countedAt } from './queries.ts'

export function retentionOf({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Retention> {
  return readConsistently(db, async (tx) => ({
    cohorts: cohortsOf(await cohortChanges(tx), clock.now()).slice(-monthsShown),
    countedAt: await countedAt(tx),
  }))
}

/** Sums all movements so far: a member who left and came back counts again. */
export function cohortsOf(moves: CohortChange[], now: Date): Retention['cohorts'] {
  const months = everyMonth(
    moves.flatMap(({ joinedMonth, month }) => [joinedMonth, month]),
    now,
  )
  const byCohort = Map.groupBy(moves, ({ joinedMonth }) => joinedMonth)
  return months.map((month) => {
    const own = byCohort.get(month) ?? []
    const movedIn = new Map(own.map((move) => [move.month, move.members]))
    let members = 0
    return {
      month,
      joined: own.reduce((sum, { joined }) => sum + joined, 0),
      kept: months.filter((later) => later >= month).map((later) => (members += movedIn.get(later) ?? 0)),
    }
  })
}
