import { expect, it } from 'vitest'
import { fileSize } from './file-size.ts'

it('formats file sizes', () => {
  expect([0, 1, 1023, 1024, 1.5 * 1024 ** 2, 47 * 1024 ** 3, 3 * 1024 ** 5].map(fileSize)).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.0 KB',
    '1.5 MB',
    '47 GB',
    '3072 TB',
  ])
})
