import { minGroupSize } from '@touchline/contract/audience.ts'

type Group = { key: string; count: number }

/**
 * Folds groups under five into others, and the smallest remaining one while others is under five: subtraction
 * identifies no one. With fewer than five answers nothing is shown.
 */
export function foldGroups(groups: Group[]): { answered: number; groups: Group[] | null; others: number } {
  const sorted = groups
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
  const answered = sorted.reduce((sum, { count }) => sum + count, 0)
  if (answered < minGroupSize) return { answered, groups: null, others: 0 }
  let others = 0
  const isFoldedNext = () => {
    const smallest = sorted.at(-1)
    return smallest !== undefined && (smallest.count < minGroupSize || (others > 0 && others < minGroupSize))
  }
  while (isFoldedNext()) others += sorted.pop()?.count ?? 0
  return { answered, groups: sorted, others }
}
