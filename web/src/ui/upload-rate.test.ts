import { expect, it } from 'vitest'
import { rateMeter } from './upload-rate.ts'

const megabyte = 1024 * 1024

it('shows the speed and the time left of an upload [UPL-5]', () => {
  const meter = rateMeter()
  const all = 8192 * megabyte
  expect(meter(0, all, 0)).toBeNull()
  expect(meter(10 * megabyte, all, 1000)).toBeNull()
  expect(meter(20 * megabyte, all, 2000)).toBe('10 MB a second, about 14 minutes left')
  expect(meter(all - 20 * megabyte, all, 400_000)).toBeNull()
  expect(meter(all - 10 * megabyte, all, 405_000)).toBe('2.0 MB a second, a few seconds left')
  expect(meter(all, all, 406_000)).toBeNull()
})

it('measures again after an upload resumed [UPL-5]', () => {
  const meter = rateMeter()
  const all = 100 * megabyte
  meter(0, all, 0)
  meter(50 * megabyte, all, 5000)
  expect(meter(10 * megabyte, all, 6000)).toBeNull()
  expect(meter(12 * megabyte, all, 8000)).toBe('1.0 MB a second, about a minute left')
  expect(meter(12 * megabyte + 1024, all, 19_000)).toBeNull()
})

it('names hours for an upload that takes long [UPL-5]', () => {
  const meter = rateMeter()
  meter(0, 7.5 * 3600 * megabyte, 0)
  expect(meter(4 * megabyte, 7.5 * 3600 * megabyte, 4000)).toBe(
    '1.0 MB a second, about 7 hours 30 minutes left',
  )
})
