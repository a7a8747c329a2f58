import { expect, it } from 'vitest'
import type { ProbedFile } from './probed-file.ts'
import { playlistName, renditionsOf } from './renditions.ts'

const minute = 60_000
const film = (facts: Partial<NonNullable<ProbedFile['video']>>): ProbedFile => ({
  durationMs: minute,
  audio: { codec: 'aac' },
  video: {
    codec: 'hevc',
    profile: 'Main',
    pixelFormat: 'yuv420p',
    width: 3840,
    height: 2160,
    isTurned: false,
    hasSquarePixels: true,
    isInterlaced: false,
    isHdr: false,
    primaries: null,
    matrix: null,
    frames: 1800,
    framesPerSecond: 30,
    keyframeSeconds: 1,
    ...facts,
  },
})
const namesOf = (probed: ProbedFile, megabits = 20) =>
  renditionsOf(probed, (megabits * 1_000_000 * minute) / 8000).map(playlistName)

it('makes an HEVC original after the first size, without encoding it [UPL-7]', () => {
  expect(namesOf(film({}))).toEqual(['stream-360', 'stream-hevc', 'stream-720', 'stream-1080'])
  expect(namesOf(film({ profile: 'Main 10', width: 320, height: 180 }), 3)).toEqual([
    'stream-180',
    'stream-hevc',
  ])
  expect(namesOf(film({ width: 1920, height: 1080 }), 9)).toContain('stream-hevc')
  const [, original] = renditionsOf(film({}), 1_000_000)
  expect(original).toMatchObject({ side: 2160, copiesVideo: true, copiesAudio: true })
})

it.each([
  ['is heavier than 25 Mbit/s', {}, 26],
  ['is heavier than 10 Mbit/s at 1080 lines', { width: 1920, height: 1080 }, 11],
  ['has few keyframes', { keyframeSeconds: 20 }, 20],
  ['is turned', { isTurned: true }, 20],
  ['is HDR', { isHdr: true }, 20],
  ['has 4:2:2 colours', { profile: 'Rext' }, 20],
  ['has 120 frames a second', { framesPerSecond: 120 }, 20],
])('makes no HEVC original of a film that %s [UPL-7]', (_name, facts, megabits) => {
  expect(namesOf(film(facts), megabits)).toEqual(['stream-360', 'stream-720', 'stream-1080'])
})
