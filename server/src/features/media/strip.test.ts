import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg } from '#testing/clips.ts'
import { openFilmClub } from '#testing/film-club.ts'
import { splitArguments } from '#media/split-arguments.ts'

describe.skipIf(!hasFfmpeg)('the strip of a film', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  const published = async (film: Buffer) => {
    const { club, publish, settledPost, seenBy } = films
    const id = await publish(film)
    await settledPost(id)
    await club.services.jobs.settled()
    return (await seenBy('member', id)).body
  }

  it('shows pictures from all over a film of a minute or more [PLAY-5]', async () => {
    const { bytesAt, club, isTidy } = films
    // Red for the first half, then blue.
    const halves = splitArguments("-vf drawbox=color=red:t=fill,drawbox=color=blue:t=fill:enable='gte(t,40)'")
    const film = await clip({ size: '160x90', seconds: 78, hasSound: false, args: ['-r', '5', ...halves] })
    const { media } = await published(film)
    expect(media!.stripUrl).toMatch(/\/strip$/)
    const bytes = await bytesAt(media!.stripUrl!)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([format, width, height]).toEqual(['jpeg', 10 * 160, 4 * 90])
    const colourAt = async (index: number) => {
      const place = {
        left: (index % 10) * 160 + 40,
        top: Math.floor(index / 10) * 90 + 20,
        width: 80,
        height: 50,
      }
      // Statistics would be those of the whole strip.
      const [red = 0, , blue = 0] = await sharp(bytes)
        .extract(place)
        .resize(1, 1)
        .removeAlpha()
        .raw()
        .toBuffer()
      return red > blue ? 'red' : 'blue'
    }
    expect([await colourAt(1), await colourAt(18), await colourAt(22), await colourAt(38)]).toEqual([
      'red',
      'red',
      'blue',
      'blue',
    ])
    expect((await club.people.lapsed.fetch(media!.stripUrl!)).status).toBe(403)
    await isTidy()
  })

  it('is not made of a short film [PLAY-5]', async () => {
    const { media } = await published(await clip({ size: '16x16', hasSound: false }))
    expect(media!.stripUrl).toBeUndefined()
  })
})
