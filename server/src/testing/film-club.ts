import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { media, mediaFiles } from '#features/media/schema.ts'
import { postParts } from '#features/posts/schema.ts'
import { probeFile } from '#media/probe-file.ts'
import { openClub } from './club.ts'
import type { PersonName } from './people.ts'
import { slowFfmpeg } from './slow-ffmpeg.ts'
import { storedKeys, unfinishedFiles } from './stored-files.ts'
import { streamedFilm } from './streamed-film.ts'

/** Processing a film may take minutes on a busy machine. */
export const filmTimeout = { timeout: 240_000, interval: 100 }

/** A club with ffmpeg and helpers for films. */
export async function openFilmClub(open = openClub) {
  const ffmpeg = await slowFfmpeg()
  const club = await open({ PATH: ffmpeg.searchPath })

  const publish = async (bytes: Uint8Array) => {
    const body = new FormData()
    body.append('contentType', 'video')
    body.append('media', new Blob([new Uint8Array(bytes)]), 'film')
    const { status, body: post } = await club.people.creator.call(api.posts.publish, { body })
    expect([status, post.status, post.media]).toEqual([201, 'processing', null])
    return post.id
  }
  const seenBy = async (name: PersonName, id: string) =>
    club.people[name].call(api.posts.show, { params: { id } })
  const listedFor = async (name: PersonName, id: string) => {
    const { body } = await club.people[name].call(api.posts.list, { query: { limit: 50 } })
    if (!('total' in body)) throw new Error('a page was asked for')
    return [body.total, body.posts.some((post) => post.id === id)] as const
  }
  const settledPost = async (id: string) => {
    await expect
      .poll(async () => (await seenBy('creator', id)).body.status, filmTimeout)
      .not.toBe('processing')
    return (await seenBy('creator', id)).body
  }
  const mediaItemOf = async (id: string) => {
    const [row] = await club.services.db
      .select({ mediaItem: media })
      .from(media)
      .innerJoin(postParts, eq(postParts.mediaId, media.id))
      .where(eq(postParts.postId, id))
    return row!.mediaItem
  }
  const bytesAt = async (url: string) => {
    const answer = await club.people.member.fetch(url)
    expect([url, answer.status]).toEqual([url, 200])
    return Buffer.from(await answer.arrayBuffer())
  }
  /** A size of a streamed film, the largest by default, as an MP4. */
  const filmAt = (streamUrl: string, side?: number) => streamedFilm(bytesAt, streamUrl, side)
  /** No file without a row, no row without a file, and no temporary files. */
  const isTidy = async () => {
    await expect
      .poll(async () => {
        const rows = await club.services.db.select().from(mediaFiles)
        const named = rows.flatMap(({ sealed, key }) => (sealed ? [] : key)).toSorted()
        const isSame = named.join() === (await storedKeys(club)).join()
        return { isSame, temp: await unfinishedFiles(club, 'temp') }
      }, filmTimeout)
      .toEqual({ isSame: true, temp: [] })
  }
  const probed = async (bytes: Buffer, mimeType: string) => {
    const place = await mkdtemp(join(tmpdir(), 'probe-'))
    await writeFile(join(place, 'source'), bytes)
    const facts = await probeFile(club.services.programs, { folder: place, name: 'source', mimeType })
    await rm(place, { recursive: true })
    return facts
  }

  const close = async () => {
    await club.close()
    await ffmpeg.remove()
  }
  return {
    club,
    ffmpeg,
    publish,
    seenBy,
    listedFor,
    settledPost,
    mediaItemOf,
    bytesAt,
    filmAt,
    isTidy,
    probed,
    close,
  }
}
