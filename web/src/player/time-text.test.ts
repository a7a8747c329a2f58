import { describe, expect, it } from 'vitest'
import { spokenTime, timeText } from './time-text.ts'

describe('a playback position', () => {
  it('is shown as a clock time and read out in words [PLAY-1]', () => {
    const table: [number, string, string][] = [
      [0, '0:00', '0 seconds'],
      [1.9, '0:01', '1 second'],
      [83, '1:23', '1 minute 23 seconds'],
      [3600, '1:00:00', '1 hour'],
      [7384, '2:03:04', '2 hours 3 minutes 4 seconds'],
      [Number.NaN, '0:00', '0 seconds'],
      [Number.POSITIVE_INFINITY, '0:00', '0 seconds'],
      [-3, '0:00', '0 seconds'],
    ]
    for (const [seconds, shown, said] of table)
      expect([timeText(seconds), spokenTime(seconds)]).toEqual([shown, said])
  })
})
