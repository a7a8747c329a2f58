import { minGroupSize } from '@touchline/contract/audience.ts'
import { foldGroups } from './fold.ts'

/** Answers to one question: the number of members, and the count of each answer. */
export type AnswerCounts = { members: number; groups: { key: string; count: number }[] }

export const noAnswers: AnswerCounts = { members: 0, groups: [] }

/** True when the counts identify no one: at least five answers, and not all members giving the same one. */
export function isAnonymous(people: number, counts: number[]): boolean {
  const given = counts.filter((count) => count > 0)
  const answered = given.reduce((sum, count) => sum + count, 0)
  return answered >= minGroupSize && (given.length > 1 || people < 1 || answered < people)
}

/** Comparing both counts reveals increases and decreases, so each must be empty or anonymous by itself. */
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
