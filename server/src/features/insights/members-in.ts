import type { MonthMovements } from './queries.ts'

export const membersIn = (moved: Map<string, MonthMovements>) =>
  [...moved.values()]
    .flatMap((movements) => Object.values(movements))
    .reduce((sum, { members }) => sum + members, 0)
