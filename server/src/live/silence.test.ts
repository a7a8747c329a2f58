import { describe, expect, it } from 'vitest'
import { openSilence } from './silence.ts'

/** A silence on a clock that the test moves. */
function silence() {
  let at = 1_000_000
  const opened = openSilence(() => at)
  return { ...opened, pass: (ms: number) => void (at += ms) }
}

describe('the time since a person’s last message', () => {
  it('starts with the process and is capped at a minute [LIVE-3]', () => {
    const { msFor, pass } = silence()
    expect(msFor('ann')).toBe(0)
    pass(59_999)
    expect(msFor('ann')).toBe(59_999)
    pass(1_000_000)
    expect(msFor('ann')).toBe(60_000)
  })

  it('restarts with a message to everyone or to this person [LIVE-3]', () => {
    const { msFor, recordMessage, pass } = silence()
    pass(100_000)
    recordMessage({ person: 'ann' })
    pass(500)
    recordMessage({ person: 'bo' })
    pass(500)
    expect([msFor('ann'), msFor('bo'), msFor('kim')]).toEqual([1000, 500, 60_000])
    recordMessage('members')
    pass(7)
    expect([msFor('ann'), msFor('bo'), msFor('kim')]).toEqual([7, 7, 7])
  })

  it('restarts when messages may have been lost [LIVE-3]', () => {
    const { msFor, interrupt, pass } = silence()
    pass(100_000)
    interrupt()
    pass(40)
    expect(msFor('ann')).toBe(40)
  })

  it('is right after repeated messages [LIVE-3]', () => {
    const { msFor, recordMessage, pass } = silence()
    recordMessage({ person: 'ann' })
    recordMessage({ person: 'bo' })
    pass(59_000)
    recordMessage({ person: 'ann' })
    pass(2_000)
    recordMessage({ person: 'kim' })
    expect([msFor('ann'), msFor('bo'), msFor('kim')]).toEqual([2_000, 60_000, 0])
  })
})
