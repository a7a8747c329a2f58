import { expect, it } from 'vitest'
import { formatWait } from './measurements-section.tsx'

it('formats waiting times', () => {
  expect([0, 59, 60, 150, 3600, 7300, 3 * 86_400].map(formatWait)).toEqual([
    'less than a minute',
    'less than a minute',
    'a minute',
    '3 minutes',
    'an hour',
    '2 hours',
    '3 days',
  ])
})
