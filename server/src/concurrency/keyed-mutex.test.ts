import { describe, expect, it } from 'vitest'
import { sharedLock } from './keyed-mutex.ts'

describe('a shared lock', () => {
  it('runs once at a time, and once more for all callers in the meantime', async () => {
    const sharedTurn = sharedLock<number>()
    let [runs, goals] = [0, 0]
    const { promise: untilScore, resolve: scoreIsIn } = Promise.withResolvers<void>()
    const score = async () => {
      runs += 1
      const seen = goals
      if (runs === 1) await untilScore
      return seen
    }
    const first = sharedTurn('match', score)
    await Promise.resolve()
    goals = 1
    const others = Array.from({ length: 10 }, () => sharedTurn('match', score))
    const elsewhere = sharedTurn('another match', score)
    scoreIsIn()
    expect(await first).toBe(0)
    expect(await Promise.all(others)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(await elsewhere).toBe(1)
    expect(runs).toBe(3)
    expect(await sharedTurn('match', score)).toBe(1)
    expect(runs).toBe(4)
  })
})
