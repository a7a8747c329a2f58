import { describe, expect, it } from 'vitest'
import { sizesIn, sizeToSave } from './download-film.ts'

const main = `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-STREAM-INF:BANDWIDTH=6000000,AVERAGE-BANDWIDTH=4000000,RESOLUTION=1920x1080,CODECS="avc1.640028,mp4a.40.2"
stream-1080
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=2000000,RESOLUTION=1280x720
stream-720
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=360x640
stream-360
#EXT-X-STREAM-INF:BANDWIDTH=9000000,AVERAGE-BANDWIDTH=700000,RESOLUTION=1280x720,CODECS="hvc1.1.6.L93.B0,mp4a.40.2"
stream-hevc
`
const sizes = sizesIn(main, 'https://club.example/media/film/stream')
const MB = 1024 * 1024

describe('the size of a film that is saved', () => {
  it('is one of the sizes of its stream that every browser plays [OFF-3, UPL-7]', () => {
    expect(sizes).toEqual([
      { url: 'https://club.example/media/film/stream-360', side: 360, bitsPerSecond: 800_000 },
      { url: 'https://club.example/media/film/stream-720', side: 720, bitsPerSecond: 2_000_000 },
      { url: 'https://club.example/media/film/stream-1080', side: 1080, bitsPerSecond: 4_000_000 },
    ])
  })

  it.each([
    ['no larger than 720 lines', 60, 720],
    ['smaller when the film is long', 600, 360],
    ['the smallest when even that may not fit', 6000, 360],
  ])('is %s [OFF-3]', (_name, seconds, side) => {
    expect(sizeToSave(sizes, seconds, 100 * MB)?.side).toBe(side)
  })
})
