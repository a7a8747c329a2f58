import { expect, it } from 'vitest'
import { isAnonymous, canReplace } from './disclosure.ts'

const told = (members: number, counts: Record<string, number>) => ({
  members,
  groups: Object.entries(counts).map(([key, count]) => ({ key, count })),
})
const first = told(40, { GB: 12, IE: 8, FR: 3, DE: 3 })
const waits = (counts: Record<string, number>) => !canReplace(first, told(40, counts))

it('lets answers be shown of five or more, unless everybody told the same [AUD-1]', () => {
  expect([isAnonymous(9, [4]), isAnonymous(9, [5]), isAnonymous(9, [3, 2])]).toEqual([false, true, true])
  expect([isAnonymous(6, [6]), isAnonymous(6, [6, 0]), isAnonymous(6, [5, 1])]).toEqual([false, false, true])
})

it('waits until five answers became more or less, and as many of the others if there are any [AUD-1]', () => {
  expect(waits({ GB: 12, IE: 8, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 15, IE: 9, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 15, IE: 10, FR: 3, DE: 3 })).toBe(false)
  expect(waits({ GB: 18, IE: 7, FR: 3, DE: 3 })).toBe(true)
  // Three who change their minds are six changes of three.
  expect(waits({ GB: 9, IE: 11, FR: 3, DE: 3 })).toBe(true)
  expect(waits({ GB: 7, IE: 13, FR: 3, DE: 3 })).toBe(false)
})

it('takes groups that are not shown for one: who moves among them changes nothing [AUD-1]', () => {
  expect(canReplace(first, told(40, { GB: 12, IE: 8, FR: 0, DE: 2, ES: 4 }))).toBe(false)
  expect(canReplace(first, told(40, { GB: 17, IE: 8, FR: 0, DE: 2, ES: 4 }))).toBe(true)
})

it('takes the fifth of a group for one that came, though four more are shown with them [AUD-1]', () => {
  const four = told(40, { GB: 12, FR: 4, DE: 4, ES: 4 })
  expect(canReplace(four, told(40, { GB: 12, FR: 5, DE: 4, ES: 4 }))).toBe(false)
})

it('waits while all that changed is one group, and as many came or went [AUD-1]', () => {
  expect(canReplace(first, told(45, { GB: 17, IE: 8, FR: 3, DE: 3 }))).toBe(false)
  expect(canReplace(first, told(46, { GB: 17, IE: 8, FR: 3, DE: 3 }))).toBe(true)
  expect(canReplace(first, told(35, { GB: 7, IE: 8, FR: 3, DE: 3 }))).toBe(false)
  expect(canReplace(first, told(35, { GB: 9, IE: 6, FR: 3, DE: 3 }))).toBe(true)
})
