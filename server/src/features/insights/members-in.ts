import type { MonthMovements } from './queries.ts'

/** How many memberships count after all of these movements. */
export const membersIn = (moved: Map<string, MonthMovements>) =>
  [...moved.values()]
    .flatMap((movements) => Object.values(movements))
    .reduce((sum, { members }) => sum + members, 0)
