import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, madeByFfmpeg, seenIn } from '#testing/clips.ts'
import { openFilmClub, filmTimeout } from '#testing/film-club.ts'
import { longGif } from '#testing/hostile-pictures.ts'

const gif = (seconds: number, frames: number) =>
  clip({ size: '321x181', seconds, hasSound: false }).then((film) =>
    madeByFfmpeg(['-i', 'given', '-r', String(frames), '-metadata', 'comment=Sekret Person'], 'gif', film),
  )

/** Sixteen pixels a side, of which one moves. */
function waitingGif(frames: number, hundredths: number) {
  const file = longGif(frames, hundredths)
  file.writeUInt16LE(16, 6)
  file.writeUInt16LE(16, 8)
  return file
}

describe.skipIf(!hasFfmpeg)('a picture that moves', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  const publish = async (file: Buffer) => {
    const body = new FormData()
    body.append('contentType', 'image')
    body.append('media', new Blob([new Uint8Array(file)]), 'moves.gif')
    const answer = await films.club.people.creator.call(api.posts.publish, { body })
    expect(answer.status).toBe(201)
    return answer.body
  }
  it('is shown at once and animated later; still pictures stay pictures [UPL-1, UPL-4]', async () => {
    const { club, seenBy, mediaItemOf, bytesAt, isTidy } = films
    const moving = await gif(2, 10)
    const { id, status, media: still } = await publish(moving)
    expect([status, still!.animationUrl, still!.sources.length > 0]).toEqual(['ready', undefined, true])
    const shown = async () => (await seenBy('member', id)).body.media!
    await expect
      .poll(async () => (await shown()).animationUrl, filmTimeout)
      .toBe(`/media/${(await mediaItemOf(id)).id}/whole`)
    const { animationUrl, ...rest } = await shown()
    expect(rest).toEqual(still)
    const film = await bytesAt(animationUrl!)
    const seen = await seenIn(film, 'mp4')
    expect(seen).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p', hasSound: false })
    expect(seen.frames).toBeGreaterThan(15)
    expect(film.length).toBeLessThan(moving.length / 2)
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
    expect((await club.people.creator.fetch(animationUrl!.replace('whole', 'source'))).status).toBe(404)
    expect((await club.people.lapsed.fetch(animationUrl!)).status).toBe(403)

    const single = await publish(longGif(1))
    await club.services.jobs.settled()
    expect((await seenBy('member', single.id)).body.media).toEqual(single.media)
    expect(await mediaItemOf(single.id)).toMatchObject({ work: null, problem: null, attempts: 0 })
    await isTidy()
  })

  it('plays an animated WebP as it plays a GIF [UPL-1, UPL-4]', async () => {
    const { seenBy, mediaItemOf, bytesAt } = films
    const moving = await sharp(await gif(1, 5), { animated: true })
      .webp()
      .toBuffer()
    const { pages: frames } = await sharp(moving).metadata()
    expect(frames).toBeGreaterThan(3)
    const { id, media: still } = await publish(moving)
    expect(still!.animationUrl).toBeUndefined()
    const shown = async () => (await seenBy('member', id)).body.media!.animationUrl
    await expect.poll(shown, filmTimeout).toBe(`/media/${(await mediaItemOf(id)).id}/whole`)
    const film = await bytesAt((await shown())!)
    expect(await seenIn(film, 'mp4')).toMatchObject({ codec: 'h264', hasSound: false, frames })

    const single = await publish(await sharp(moving).webp().toBuffer())
    await films.club.services.jobs.settled()
    expect((await seenBy('member', single.id)).body.media).toEqual(single.media)
    expect(await mediaItemOf(single.id)).toMatchObject({ work: null, problem: null, attempts: 0 })
  })

  it('that mostly waits is a film of as many frames as it has; one that waits for hours stays a picture [UPL-1, UPL-4]', async () => {
    const { club, seenBy, mediaItemOf, bytesAt } = films
    const [hours, minutes] = [await publish(waitingGif(300, 65_500)), await publish(waitingGif(2, 29_000))]
    const shown = async () => (await seenBy('member', minutes.id)).body.media!.animationUrl
    await expect.poll(shown, filmTimeout).toBeDefined()
    expect(await seenIn(await bytesAt((await shown())!), 'mp4')).toMatchObject({ frames: 2 })
    await club.services.jobs.settled()
    const { body } = await seenBy('member', hours.id)
    expect([body.status, body.media]).toEqual(['ready', hours.media])
    expect(await mediaItemOf(hours.id)).toMatchObject({
      attempts: 1,
      problem: 'This picture moves for too long: the limit is 10 minutes.',
    })
  })

  it('goes whole, also while it is being made to move [FEED-4, T-MD-16]', async () => {
    const { club, ffmpeg, seenBy, isTidy } = films
    await ffmpeg.slow()
    const { id, media: still } = await publish(await gif(20, 5))
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    await club.people.creator.call(api.posts.remove, { params: { id } })
    await expect.poll(() => ffmpeg.running(), filmTimeout).toEqual([])
    await ffmpeg.fast()
    expect((await seenBy('member', id)).status).toBe(404)
    expect((await club.people.member.fetch(still!.url)).status).toBe(404)
    await isTidy()
  })
})
