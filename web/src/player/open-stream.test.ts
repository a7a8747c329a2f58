import { expect, it } from 'vitest'
import { isInOriginal } from './open-stream.ts'

const level = (height: number, videoCodec: string) => ({ width: (height * 16) / 9, height, videoCodec })
const made = [level(360, 'avc1.640015'), level(720, 'avc1.64001f'), level(1080, 'avc1.640028')]

it('plays a chosen size from the original in HEVC where there is one [UPL-7]', () => {
  const playedAsOriginal = (height: number) => {
    const levels = [...made, level(height, 'hvc1.1.6.L120.B0')]
    return [360, 720, 1080, 2160].filter((side) => isInOriginal(levels, side))
  }
  expect([1080, 2160].map(playedAsOriginal)).toEqual([[1080], [2160]])
  expect(made.some(({ height }) => isInOriginal(made, height))).toBe(false)
})
