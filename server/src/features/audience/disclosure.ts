import { minGroupSize } from '@touchline/contract/audience.ts'
import { foldGroups } from './fold.ts'

/** What was told to one question at a moment: how many members there were, and how many gave which answer. */
export type AnswerCounts = { members: number; groups: { key: string; count: number }[] }

export const noAnswers: AnswerCounts = { members: 0, groups: [] }

/**
 * Whether so many answers of so many people say nothing of one of them: there are five or more, and it is not the case
 * that everybody told the same.
 */
export function isAnonymous(people: number, counts: number[]): boolean {
  const given = counts.filter((count) => count > 0)
  const told = given.reduce((sum, count) => sum + count, 0)
  return told >= minGroupSize && (given.length > 1 || people < 1 || told < people)
}

/**
 * Whether what is told now may be shown after what was shown last. Who holds one against the other reads off what
 * became more and what became less, so each of the two is nothing or may be shown by itself. Answers of groups that are
 * shown neither time are one here, as they are on the page.
 */
export function canReplace(last: AnswerCounts, now: AnswerCounts): boolean {
  const shown = new Set(
    [last, now].flatMap(({ groups }) => foldGroups(groups).groups ?? []).map(({ key }) => key),
  )
  const changes = new Map<string, number>()
  const add = ({ groups }: AnswerCounts, sign: 1 | -1) => {
    for (const { key, count } of groups) {
      const cell = shown.has(key) ? key : ''
      changes.set(cell, (changes.get(cell) ?? 0) + sign * count)
    }
  }
  add(now, 1)
  add(last, -1)
  const more = [...changes.values()].filter((change) => change > 0)
  const less = [...changes.values()].filter((change) => change < 0).map((change) => -change)
  const came = now.members - last.members
  return (
    more.length + less.length > 0 &&
    (more.length === 0 || isAnonymous(came, more)) &&
    (less.length === 0 || isAnonymous(-came, less))
  )
}
