import { createDecipheriv } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, madeByFfmpeg, seenIn } from '#testing/clips.ts'
import { filmTimeout, openFilmClub } from '#testing/film-club.ts'
import { inBothStores } from '#testing/both-stores.ts'

/** What cameras write: HEVC with sound in AAC. */
const hevc = (args: string[] = []) =>
  clip({
    size: '640x450',
    seconds: 9,
    args: [...'-c:v libx265 -x265-params log-level=error:keyint=50 -tag:v hvc1 -c:a aac'.split(' '), ...args],
  })

/** When the first picture of these bytes is shown, in seconds. */
async function firstPictureAt(film: Buffer) {
  const args = '-i given -map 0:v -c copy -copyts -frames:v 1 -f framehash -hash crc32'.split(' ')
  const printed = (await madeByFfmpeg(args, 'txt', film)).toString()
  const [, scale] = /#tb 0: 1\/(\d+)/.exec(printed)!
  return Number(/^0,\s*-?\d+,\s*(-?\d+)/m.exec(printed)![1]) / Number(scale)
}

describe.skipIf(!hasFfmpeg)('an HEVC film', () => {
  inBothStores('streamed with its original', (open) => {
    let films: Awaited<ReturnType<typeof openFilmClub>>
    beforeAll(async () => {
      films = await openFilmClub(open)
    })
    afterAll(() => films.close())

    const remade = async (id: string) =>
      expect
        .poll(async () => {
          await films.club.services.jobs.settled()
          return (await films.mediaItemOf(id)).work
        }, filmTimeout)
        .toBeNull()

    it('is listed last with its codecs, encrypted, and behind the same access check [UPL-7, T-MD-01]', async () => {
      const { club, publish, settledPost, bytesAt } = films
      const source = await hevc()
      const id = await publish(source)
      const { media } = await settledPost(id)
      await remade(id)
      const main = (await bytesAt(media!.streamUrl!)).toString()
      expect(main.match(/^stream-.*$/gm)).toEqual(['stream-450', 'stream-360', 'stream-hevc'])
      const codecs = [...main.matchAll(/RESOLUTION=(\w+),CODECS="([^"]+)"/g)].map(([, size, name]) => [
        size,
        name,
      ])
      expect(codecs.map(([size]) => size)).toEqual(['640x450', '512x360', '640x450'])
      expect(codecs.map(([, name]) => name!.split(',')[1])).toEqual(['mp4a.40.2', 'mp4a.40.2', 'mp4a.40.2'])
      expect(codecs[0]![1]).toMatch(/^avc1\./)
      expect(codecs[2]![1]).toMatch(/^hvc1\.1\.6\.L\d+\.90,/)

      const base = media!.streamUrl!.slice(0, -'stream'.length)
      const list = (await bytesAt(`${base}stream-hevc`)).toString()
      const pieces = [...list.matchAll(/IV=0x([0-9a-f]{32})\n#EXTINF[^\n]*\n(\S+)/g)]
      expect(pieces.length).toBeGreaterThan(1)
      const [header, key] = [await bytesAt(`${base}stream-hevc-head`), await bytesAt(`${base}stream-key`)]
      expect(list).toContain('#EXT-X-MAP:URI="stream-hevc-head"')
      expect([header.includes('mdat'), header.includes('hvc1')]).toEqual([false, true])
      const clear: Buffer[] = []
      for (const [, iv, name] of pieces) {
        const sealed = await bytesAt(base + name!)
        expect(sealed.includes('moof')).toBe(false)
        const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv!, 'hex'))
        clear.push(Buffer.concat([decipher.update(sealed), decipher.final()]))
      }
      const film = Buffer.concat([header, ...clear])
      expect(await seenIn(film, 'mp4')).toMatchObject({
        codec: 'hevc',
        frames: 225,
        hasSound: true,
        height: 450,
      })
      // Nothing was encoded again.
      expect(Math.abs(film.length / source.length - 1)).toBeLessThan(0.1)

      const { creator, lapsed, blocked } = club.people
      const names = ['stream-hevc', 'stream-hevc-head', ...pieces.map(([, , name]) => name!)]
      for (const name of names) {
        const asked = [creator, lapsed, blocked, club.visitor()].map((one) => one.fetch(base + name))
        expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 403, 403, 401])
      }
      // Players switch between the two.
      const [, iv, piece] = /IV=0x([0-9a-f]{32})\n#EXTINF[^\n]*\n(\S+)/.exec(
        (await bytesAt(`${base}stream-450`)).toString(),
      )!
      const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv!, 'hex'))
      const transport = Buffer.concat([decipher.update(await bytesAt(base + piece!)), decipher.final()])
      const [one, other] = [
        await firstPictureAt(transport),
        await firstPictureAt(Buffer.concat([header, clear[0]!])),
      ]
      expect(Math.abs(one - other)).toBeLessThan(0.15)
    })

    it('has no original in the stream when it is turned [UPL-7]', async () => {
      const { publish, settledPost, bytesAt } = films
      const turned = await madeByFfmpeg(
        ['-i', 'given', '-c', 'copy', '-metadata:s:v:0', 'rotate=90'],
        'mp4',
        await hevc(['-t', '2']),
      )
      const id = await publish(turned)
      const { media } = await settledPost(id)
      await remade(id)
      expect((await bytesAt(media!.streamUrl!)).toString().match(/^stream-.*$/gm)).toEqual([
        'stream-450',
        'stream-360',
      ])
    })
  })
})
