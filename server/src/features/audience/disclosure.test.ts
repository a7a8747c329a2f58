import { expect, it } from 'vitest'
import { isAnonymous, canReplace } from './disclosure.ts'

const answers = (members: number, counts: Record<string, number>) => ({
  members,
  groups: Object.entries(counts).map(([key, count]) => ({ key, count })),
})
const first = answers(40, { GB: 12, IE: 8, FR: 3, DE: 3 })
const waits = (counts: Record<string, number>) => !canReplace(first, answers(40, counts))

it('shows at least five answers unless all are the same [AUD-1]', () => {
  expect([isAnonymous(9, [4]), isAnonymous(9, [5]), isAnonymous(9, [3, 2])]).toEqual([false, true, true])
  expect([isAnonymous(6, [6]), isAnonymous(6, [6, 0]), isAnonymous(6, [5, 1])]).toEqual([false, false, true])
})

it('waits for five changed answers in each direction [AUD-1]', () => {
  expect(waits({ GB: 12, IE: 8, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 15, IE: 9, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 15, IE: 10, FR: 3, DE: 3 })).toBe(false)
  expect(waits({ GB: 18, IE: 7, FR: 3, DE: 3 })).toBe(true)
  // Three changed minds are three answers fewer and three more.
  expect(waits({ GB: 9, IE: 11, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 7, IE: 13, FR: 3, DE: 3 })).toBe(false)
})

it('treats hidden groups as one [AUD-1]', () => {
  expect(canReplace(first, answers(40, { GB: 12, IE: 8, FR: 0, DE: 2, ES: 4 }))).toBe(false)
  expect(canReplace(first, answers(40, { GB: 17, IE: 8, FR: 0, DE: 2, ES: 4 }))).toBe(true)
})

it('counts only the new answer when a group reaches five [AUD-1]', () => {
  const four = answers(40, { GB: 12, FR: 4, DE: 4, ES: 4 })
  expect(canReplace(four, answers(40, { GB: 12, FR: 5, DE: 4, ES: 4 }))).toBe(false)
})

it('waits while the change of one group equals the change of members [AUD-1]', () => {
  expect(canReplace(first, answers(45, { GB: 17, IE: 8, FR: 3, DE: 3 }))).toBe(false)
  expect(canReplace(first, answers(46, { GB: 17, IE: 8, FR: 3, DE: 3 }))).toBe(true)
  expect(canReplace(first, answers(35, { GB: 7, IE: 8, FR: 3, DE: 3 }))).toBe(false)
  expect(canReplace(first, answers(35, { GB: 9, IE: 6, FR: 3, DE: 3 }))).toBe(true)
})
