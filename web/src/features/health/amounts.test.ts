import { expect, it } from 'vitest'
import { size, waitOf } from './amounts.ts'

it('says sizes and waits as people do', () => {
  expect([0, 1023, 1024, 1.5 * 1024 ** 2, 47 * 1024 ** 3, 3 * 1024 ** 5].map(size)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1.0 KB',
    '1.5 MB',
    '47 GB',
    '3072 TB',
  ])
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
