import { createDecipheriv } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothStores } from '#testing/both-stores.ts'
import { clip, hasFfmpeg } from '#testing/clips.ts'
import { openFilmClub } from '#testing/film-club.ts'
import { listenIn } from '#testing/received.ts'
import { mediaFiles } from '#features/media/schema.ts'

describe.skipIf(!hasFfmpeg)('an uploaded film', () => {
  inBothStores('is played', (openClub) => {
    let films: Awaited<ReturnType<typeof openFilmClub>>
    beforeAll(async () => {
      films = await openFilmClub(openClub)
    })
    afterAll(() => films.close())

    it('appears by itself, without where it was taken, and then streams from locked pieces [UPL-4, T-UP-08]', async () => {
      const { club, publish, seenBy, settledPost, mediaItemOf, bytesAt, filmAt, isTidy } = films
      const notes = ['-metadata', 'location=+51.5007-000.1246/', '-metadata', 'artist=Sekret Person']
      const film = await clip({ size: '1280x720', args: ['-movflags', 'use_metadata_tags', ...notes] })
      expect([film.includes('+51.5007'), film.includes('Sekret')]).toEqual([true, true])
      const heard = listenIn(club)
      const id = await publish(film)
      const { id: mediaId } = await mediaItemOf(id)
      const post = await settledPost(id)
      expect(post.status).toBe('ready')
      expect((await club.people.creator.fetch(`/media/${mediaId}/source`)).status).toBe(404)
      expect(post.media).toMatchObject({ width: 1280, height: 720, mimeType: 'video/mp4' })
      expect(post.media!.durationMs).toBeGreaterThan(900)
      expect(post.media!.poster.map(({ width }) => width)).toContain(640)

      const shown = await filmAt(post.media!.streamUrl!)
      expect([shown.includes('+51.5007'), shown.includes('Sekret')]).toEqual([false, false])
      expect((await club.people.creator.fetch(`/media/${mediaId}/whole`)).status).toBe(404)
      await club.services.jobs.settled()
      const created = (await heard.soFar()).filter(
        ({ message }) => 'postId' in message && message.postId === id,
      )
      expect(created.map(({ message }) => message.type)).toEqual(['post_created', 'post_updated'])

      const { body: streamed } = await seenBy('member', id)
      const base = `/media/${mediaId}/`
      expect(streamed.media!.streamUrl).toBe(`${base}stream`)
      const master = (await bytesAt(`${base}stream`)).toString()
      expect(master.match(/^stream-\d+$/gm)).toEqual(['stream-720', 'stream-360'])
      const list = (await bytesAt(`${base}stream-720`)).toString()
      const [, iv] = /URI="stream-key",IV=0x([0-9a-f]{32})/.exec(list)!
      const key = await bytesAt(`${base}stream-key`)
      const piece = await bytesAt(`${base}${/^stream-720-\d+$/m.exec(list)![0]}`)
      const opened = createDecipheriv('aes-128-cbc', key, Buffer.from(iv!, 'hex'))
      const clear = Buffer.concat([opened.update(piece), opened.final()])
      expect([piece[0] === 0x47 && piece[188] === 0x47, clear[0], clear[188]]).toEqual([false, 0x47, 0x47])
      const [row] = await club.services.db
        .select()
        .from(mediaFiles)
        .where(eq(mediaFiles.variant, 'stream-key'))
      expect(Buffer.from(row!.sealed!).includes(key.toString('base64'))).toBe(false)
      await isTidy()
    })
  })
})
