import { expect, it } from 'vitest'
import { waitOf } from './waits.ts'

it('says waits as people do', () => {
  expect([0, 59, 60, 150, 3600, 7300, 3 * 86_400].map(waitOf)).toEqual([
    'less than a minute',
    'less than a minute',
    'a minute',
    '3 minutes',
    'an hour',
    '2 hours',
    '3 days',
  ])
})
