import { expect, it } from 'vitest'
import { partInView, settingsPartsFor } from './settings-nav.tsx'

const labels = (role: Parameters<typeof settingsPartsFor>[0]) =>
  settingsPartsFor(role).map(({ label }) => label)

it('lists the parts of the settings of each role [SET-1, SET-3]', () => {
  const shared = ['Profile', 'Notifications', 'Security', 'Privacy']
  expect(labels('subscriber')).toEqual(['Membership', 'Payment', ...shared, 'Support', 'Data'])
  expect(labels('creator')).toEqual(['Revenue', ...shared, 'Support', 'Data'])
  expect(labels('moderator')).toEqual([...shared, 'Support', 'Data'])
  expect(labels('admin')).toEqual([...shared, 'Data'])
})

it.each([
  [[200, 900, 1800], false, 'a'],
  [[-700, 250, 1100], false, 'b'],
  [[-700, 301, 1100], false, 'a'],
  [[-1200, -300, 700], true, 'c'],
])('marks the part at %j as the one being read (page at its end: %s)', (tops, isAtEnd, id) => {
  const parts = ['a', 'b', 'c'].map((name, index) => ({ id: name, top: tops[index]! }))
  expect(partInView(parts, { height: 900, isAtEnd })).toBe(id)
})
