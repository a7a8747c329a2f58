import { expect, it } from 'vitest'
import { watchForClockSetBack } from './clock-skew.ts'

it('reports a clock that is set back, not forward or corrected [R-17]', async () => {
  let offsetMs = 0
  let looks = 0
  const changes: number[] = []
  const stop = watchForClockSetBack((byMs) => changes.push(byMs), {
    nowMs: () => 1_800_000_000_000 + (looks += 1) * 1000 + offsetMs,
    passedMs: () => looks * 1000,
    everyMs: 1,
  })
  const lookedAgain = async () => {
    const before = looks
    await expect.poll(() => looks).toBeGreaterThan(before + 1)
  }
  await lookedAgain()
  offsetMs += 3_600_000
  await lookedAgain()
  offsetMs -= 900
  await lookedAgain()
  expect(changes).toEqual([])
  offsetMs -= 3_600_000
  await lookedAgain()
  offsetMs -= 60_000
  await lookedAgain()
  stop()
  expect(changes).toEqual([3_600_000, 60_000])
})
