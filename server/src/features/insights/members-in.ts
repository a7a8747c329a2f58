import type { MonthMovements } from './queries.ts'

/** The number of memberships after these movements. */
export const membersIn = (moved: Map<string, MonthMovements>) =>
  [...moved.values()]
    .flatMap((movements) => Object.values(movements))
    .reduce((sum, { members }) => sum + members, 0)
