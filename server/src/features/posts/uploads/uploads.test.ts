import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mountApp } from '#app.ts'
import { media, mediaFiles } from '#features/media/schema.ts'
import { posts } from '../schema.ts'
import { openHttpServer } from '#http/server.ts'
import type { Caller } from '#testing/caller.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { picture } from '#testing/new-draft.ts'
import { beginUpload, cancelUpload, idOf, offsetOf, sendPart, sendResumably } from '#testing/resumable.ts'
import { unfinishedFiles } from '#testing/stored-files.ts'
import { sweepUploads } from './sweep-uploads.ts'

const begun = async (caller: Caller, bytes: number) =>
  (await beginUpload(caller, bytes)).headers.get('location')!
const publish = (caller: Caller, uploadId: string, fields: Record<string, string> = {}) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ contentType: 'video', uploadId, ...fields }))
    body.append(name, value)
  return caller.call(api.posts.publish, { body })
}

inBothStores('what was sent in parts is kept', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1')])
  /** A file that is a video by its beginning, of exactly `size` bytes. */
  const clip = (size: number) => Buffer.concat([head, Buffer.alloc(size - head.length, 'off side rule')])
  /** Neither of the uploads nor of the work on what they brought. */
  const nothingIsLeft = () =>
    expect
      .poll(async () => [await unfinishedFiles(club, 'parts'), await unfinishedFiles(club, 'temp')])
      .toEqual([[], []])
  const count = async (table: typeof posts | typeof media) =>
    (await club.services.db.select().from(table)).length
  /** Sends a part up to `sent` bytes of it, and hangs up when some of them are on the disk. */
  async function sendAndHangUp(address: string, part: Buffer, sent: number): Promise<void> {
    const { creator } = club.people
    const request = httpRequest(new URL(address, club.url), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': part.length,
        cookie: [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    const closed = new Promise<void>((close) => {
      request.on('error', () => undefined).once('close', () => close())
    })
    request.write(part.subarray(0, sent))
    await expect
      .poll(
        async () => (await stat(join(club.services.config.dataDir, 'media', 'parts', idOf(address)))).size,
      )
      .toBeGreaterThan(0)
    request.destroy()
    await closed
  }

  it('resumes an interrupted upload, also in another process, with the same bytes [UPL-1, UPL-3]', async () => {
    const { creator } = club.people
    const file = clip(3_000_000)
    const answer = await beginUpload(creator, file.length)
    expect([
      answer.status,
      answer.headers.get('tus-resumable'),
      answer.headers.get('access-control-allow-origin'),
    ]).toEqual([201, '1.0.0', null])
    const address = answer.headers.get('location')!
    expect(address).toMatch(/^\/api\/uploads\/[A-Za-z0-9_-]{22}$/)

    await sendAndHangUp(address, file, 2_000_000)
    // Nothing is kept in the process that was spoken to: one that was started later knows as much.
    const { services } = club
    const later = await openHttpServer(services.config, services.address)
    await mountApp(later, { ...services, clock: club.clock }, null)
    const url = services.address.url
    const laterUrl = await later.listen({ host: '127.0.0.1', port: 0 })
    try {
      services.address.url = laterUrl
      const offset = Number(await offsetOf(creator, address))
      expect(offset).toBeGreaterThan(0)
      expect(offset).toBeLessThanOrEqual(2_000_000)
      const rest = await sendPart(creator, address, file.subarray(offset), offset)
      expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(file.length)])
    } finally {
      services.address.url = url
      await later.close()
    }
    const published = await publish(creator, idOf(address), { title: 'In two goes' })
    expect(published).toMatchObject({ status: 201, body: { title: 'In two goes', mediaType: 'video' } })
    const [row] = await services.db
      .select({ sha256: media.sha256, key: mediaFiles.key })
      .from(media)
      .innerJoin(mediaFiles, eq(mediaFiles.mediaId, media.id))
    expect(row!.sha256).toBe(createHash('sha256').update(file).digest('hex'))
    expect((await buffer(await services.media.open(row!.key))).equals(file)).toBe(true)
    await nothingIsLeft()
  })

  it('publishes an upload once, despite repeated and concurrent requests [UPL-1] [R-23]', async () => {
    const { creator } = club.people
    const before = [await count(posts), await count(media)]
    const uploadId = await sendResumably(creator, clip(200_000))
    const answers = await Promise.all(Array.from({ length: 4 }, () => publish(creator, uploadId)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    // The answer may have been lost.
    expect((await publish(creator, uploadId)).body.id).toBe(answers[0]!.body.id)
    expect(await offsetOf(creator, `/api/uploads/${uploadId}`)).toBe(200_000)
    expect([await count(posts), await count(media)]).toEqual([before[0]! + 1, before[1]! + 1])
    await nothingIsLeft()
    await creator.call(api.posts.remove, { params: { id: answers[0]!.body.id } })
    expect(await publish(creator, uploadId)).toMatchObject({ status: 404, message: 'Upload not found' })
  })

  it('publishes several uploads as one gallery, or names the unusable file [GAL-1]', async () => {
    const { creator, otherCreator, member } = club.people
    const send = async (colour: string) => sendResumably(creator, await picture(colour))
    const [one, two, words] = [
      await send('#102030'),
      await send('#302010'),
      await sendResumably(creator, Buffer.from('no')),
    ]
    const publishAll = (uploadIds: string, caller = creator) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ contentType: 'image', uploadIds, mediaAlt: 'The first' }))
        body.append(name, value)
      return caller.call(api.posts.publish, { body })
    }
    const before = [await count(posts), await count(media)]
    expect(await publishAll(`${one},${words},${two}`)).toMatchObject({
      status: 415,
      message: 'File 2: Please select an image or video file.',
    })
    expect((await publishAll(`${one},${'A'.repeat(22)}`)).status).toBe(404)
    expect((await publishAll(`${one},${two}`, otherCreator)).status).toBe(404)
    for (const bad of ['', ',', `${one},`, `${one} ${two}`, Array.from({ length: 61 }, () => one).join()])
      expect([bad.slice(0, 50), (await publishAll(bad)).status]).toEqual([bad.slice(0, 50), 400])
    expect([await count(posts), await count(media)]).toEqual(before)

    const answers = await Promise.all([1, 2, 3].map(() => publishAll(`${one},${two}`)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const { body } = await member.call(api.posts.show, { params: { id: answers[0]!.body.id } })
    expect(body).toMatchObject({
      mediaType: 'image',
      gallery: { count: 2, parts: [{ mediaAlt: 'The first' }, { mediaAlt: null }] },
    })
    expect([await count(posts), await count(media)]).toEqual([before[0]! + 1, before[1]! + 2])
    expect(await cancelUpload(creator, `/api/uploads/${words}`)).toBe(204)
    await nothingIsLeft()
    await creator.call(api.posts.remove, { params: { id: body.id } })
  })

  it('belongs to the person who began it', async () => {
    const { creator, otherCreator } = club.people
    const file = clip(90_000)
    const address = await begun(creator, file.length)
    await sendPart(creator, address, file.subarray(0, 50_000), 0)
    expect(await offsetOf(otherCreator, address)).toBe('a 404')
    expect((await sendPart(otherCreator, address, file.subarray(50_000), 50_000)).status).toBe(404)
    expect(await cancelUpload(otherCreator, address)).toBe(404)
    expect(await publish(otherCreator, idOf(address))).toMatchObject({
      status: 404,
      message: 'Upload not found',
    })
    for (const id of ['unknown', '..%2f..%2fdatabase', 'A'.repeat(22), 'A'.repeat(65)]) {
      expect([id, (await publish(creator, id)).status]).toEqual([id, id.length > 64 ? 400 : 404])
      expect([id, await offsetOf(creator, `/api/uploads/${id}`)]).toEqual([id, 'a 404'])
    }
    expect(await publish(creator, idOf(address))).toMatchObject({
      status: 409,
      message: 'This upload has not arrived completely yet.',
    })
    expect(await offsetOf(creator, address)).toBe(50_000)
    expect((await sendPart(creator, address, file.subarray(40_000), 40_000)).status).toBe(409)
    expect(await cancelUpload(creator, address)).toBe(204)
    expect([await offsetOf(creator, address), await unfinishedFiles(club, 'parts')]).toEqual(['a 404', []])
  })

  it('announces and enforces the maximum size [UPL-3, T-UP-05]', async () => {
    const { creator } = club.people
    const { maxUploadBytes } = club.services.config.media
    expect((await creator.call(api.uploads.rules)).body).toEqual({
      maxBytes: 8 * 1024 ** 3,
      maxVideoMinutes: 240,
    })
    const asked = await creator.fetch('/api/uploads', { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('tus-max-size')]).toEqual([204, String(maxUploadBytes)])
    const large = await beginUpload(creator, maxUploadBytes + 1)
    expect([large.status, await large.json()]).toEqual([
      413,
      { code: 'too_large', message: 'This file is too large: the limit is 8GB.' },
    ])
    expect((await beginUpload(creator, 0)).status).toBe(400)
    for (const length of ['', '-5', '1e9', 'many'])
      expect([length, (await beginUpload(creator, length)).status]).toEqual([length, 400])
    expect((await beginUpload(creator, '9'.repeat(12))).status).toBe(413)
    const deferred = await creator.fetch('/api/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
    })
    expect(deferred.status).toBe(400)
    const old = await creator.fetch('/api/uploads', { method: 'POST', headers: { 'upload-length': '5' } })
    expect([old.status, await old.json()]).toMatchObject([412, { code: 'invalid_input' }])

    const address = await begun(creator, 1000)
    const announced = await sendPart(creator, address, clip(200_000), 0)
    expect([announced.status, await offsetOf(creator, address)]).toEqual([413, 0])
    const unannounced = await sendPart(creator, address, new Blob([clip(200_000)]).stream(), 0)
    expect(unannounced.status).toBe(413)
    expect(Number(await offsetOf(creator, address))).toBeLessThanOrEqual(1000)
    expect(await cancelUpload(creator, address)).toBe(204)
  })

  it('deletes unpublished uploads after a day, and stray parts at once [T-UP-12]', async () => {
    const { services, clock, people } = club
    const kept = await sendResumably(people.creator, clip(5000))
    expect(await sweepUploads(services)).toBe(0)
    clock.advance(23 * 60 * 60 * 1000)
    const younger = await begun(people.creator, 5000)
    clock.advance(2 * 60 * 60 * 1000)
    expect(await sweepUploads(services)).toBe(1)
    expect(await publish(people.creator, kept)).toMatchObject({ status: 404 })
    expect(await unfinishedFiles(club, 'parts')).toEqual([idOf(younger)])
    expect(await cancelUpload(people.creator, younger)).toBe(204)
  })
})
