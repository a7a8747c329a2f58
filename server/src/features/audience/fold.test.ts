import { expect, it } from 'vitest'
import { foldGroups } from './fold.ts'

type Group = { key: string; count: number }

const group = (counts: Record<string, number>) =>
  foldGroups(Object.entries(counts).map(([key, count]) => ({ key, count })))

it('shows groups of five or more and folds smaller ones into others [AUD-1]', () => {
  expect(group({ GB: 9, IE: 5, FR: 4, DE: 3 })).toEqual({
    answered: 21,
    groups: [
      { key: 'GB', count: 9 },
      { key: 'IE', count: 5 },
    ],
    others: 7,
  })
  expect(group({ GB: 5 })).toEqual({ answered: 5, groups: [{ key: 'GB', count: 5 }], others: 0 })
})

it('folds the smallest group while others has fewer than five [AUD-1]', () => {
  expect(group({ GB: 9, IE: 6, FR: 1 })).toEqual({
    answered: 16,
    groups: [{ key: 'GB', count: 9 }],
    others: 7,
  })
  expect(group({ GB: 9, FR: 4 })).toEqual({ answered: 13, groups: [], others: 13 })
})

it('shows nothing below five answers [AUD-1]', () => {
  expect(group({})).toEqual({ answered: 0, groups: null, others: 0 })
  expect(group({ GB: 4 })).toEqual({ answered: 4, groups: null, others: 0 })
  expect(group({ GB: 1, IE: 1, FR: 1, DE: 1, ES: 1 })).toEqual({ answered: 5, groups: [], others: 5 })
})

/** Reproducible pseudo-random numbers. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** The problem with the shown groups, or null. */
function faultIn(given: Group[]): string | null {
  const { answered, groups, others } = foldGroups(given)
  const sum = given.reduce((all, { count }) => all + count, 0)
  if (answered !== sum) return 'a person is missing'
  if (groups === null) return sum >= 5 || others > 0 ? 'nothing is shown of enough' : null
  if (sum < 5) return 'something is shown of too few'
  if (groups.reduce((all, { count }) => all + count, 0) + others !== sum) return 'the parts are not the whole'
  if (groups.some(({ count }) => count < 5)) return 'a small group is shown'
  if (others > 0 && others < 5) return 'few others are left over'
  const hidden = given.filter(({ key, count }) => count > 0 && !groups.some((one) => one.key === key))
  const smallestShown = Math.min(...groups.map(({ count }) => count))
  if (hidden.some(({ count }) => count > smallestShown))
    return 'a larger group is hidden than one that is shown'
  if (hidden.length > 0 && hidden.every(({ count }) => count >= 5)) return 'more is hidden than has to be'
  return null
}

it('never shows fewer than five people and loses no one [AUD-1]', () => {
  const draw = numbersFrom(20261122)
  const faults = Array.from({ length: 20_000 }, () => {
    const given = Array.from({ length: draw(9) }, (_, index) => ({ key: `G${index}`, count: draw(12) }))
    const fault = faultIn(given)
    return fault ? { fault, given } : []
  }).flat()
  expect(faults).toEqual([])
})
