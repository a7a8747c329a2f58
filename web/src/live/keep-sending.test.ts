import { afterEach, expect, it, vi } from 'vitest'
import { keepSending } from './keep-sending.ts'

afterEach(() => vi.useRealTimers())

it('retries every half minute while items wait, until stopped [SYS-16]', async () => {
  vi.useFakeTimers()
  const send = vi.fn<() => Promise<boolean>>(async () => true)
  const stop = keepSending(send)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(send).toHaveBeenCalledTimes(2)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  send.mockReturnValueOnce(promise)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(send).toHaveBeenCalledTimes(3)
  stop()
  resolve(true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send).toHaveBeenCalledTimes(3)
})
