import { expect, it, vi } from 'vitest'
import { readTogether } from './read-together.ts'

/** A read that the test answers, and the keys of every call. */
function answeredByHand() {
  const calls: {
    keys: string[]
    answer: (rows: Map<string, number>) => void
    fail: (error: Error) => void
  }[] = []
  const read = readTogether<number>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, number>>()
    calls.push({ keys, answer: resolve, fail: reject })
    return promise
  })
  return { calls, read }
}

const turn = () => new Promise(setImmediate)

it('reads what is asked while a read is under way in one query after it', async () => {
  const { calls, read } = answeredByHand()
  const early = [read('ann'), read('ann'), read('bo')]
  await turn()
  const late = [read('ann'), read('kim')]
  await turn()
  expect(calls.map(({ keys }) => keys)).toEqual([['ann', 'bo']])
  calls[0]!.answer(new Map([['ann', 1]]))
  expect(await Promise.all(early)).toEqual([1, 1, undefined])
  await turn()
  expect(calls.map(({ keys }) => keys)).toEqual([
    ['ann', 'bo'],
    ['ann', 'kim'],
  ])
  // Ann was asked for again after the first read was sent, so she is read again.
  calls[1]!.answer(new Map([['ann', 2]]))
  expect(await Promise.all(late)).toEqual([2, undefined])
})

it('fails the callers of a failed read only', async () => {
  const { calls, read } = answeredByHand()
  const first = read('ann')
  await turn()
  const second = read('ann')
  calls[0]!.fail(new Error('connection lost'))
  await expect(first).rejects.toThrow('connection lost')
  await turn()
  calls[1]!.answer(new Map([['ann', 1]]))
  expect(await second).toBe(1)
})

it('does not wait longer than a second for a read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { calls, read } = answeredByHand()
    void read('ann')
    await turn()
    const second = read('bo')
    vi.advanceTimersByTime(1_001)
    const third = read('kim')
    await turn()
    expect(calls.map(({ keys }) => keys)).toEqual([['ann'], ['bo', 'kim']])
    calls[1]!.answer(new Map([['kim', 3]]))
    expect(await Promise.all([second, third])).toEqual([undefined, 3])
  } finally {
    vi.useRealTimers()
  }
})

it('does not wait longer than a second when nothing else is requested', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  try {
    const { calls, read } = answeredByHand()
    void read('ann')
    await turn()
    const second = read('bo')
    vi.advanceTimersByTime(1_000)
    expect(calls.map(({ keys }) => keys)).toEqual([['ann'], ['bo']])
    calls[1]!.answer(new Map([['bo', 2]]))
    expect(await second).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

it('does not wait longer than a second for a read of the same key', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const { calls, read } = answeredByHand()
    void read('ann')
    await turn()
    const second = read('ann')
    vi.advanceTimersByTime(1_001)
    const third = read('ann')
    await turn()
    expect(calls.map(({ keys }) => keys)).toEqual([['ann'], ['ann']])
    calls[1]!.answer(new Map([['ann', 2]]))
    expect(await Promise.all([second, third])).toEqual([2, 2])
  } finally {
    vi.useRealTimers()
  }
})
