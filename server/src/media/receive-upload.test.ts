import { readdirSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { maxUploadBytes } from '@touchline/contract/posts.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { posts } from '#features/posts/schema.ts'
import { openHttpServer } from '#http/server.ts'
import { cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { receiveUpload } from './receive-upload.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const admit = async () => ({ checkRoom: () => club.services.intake.checkRoom(), leave: () => {} })
const unfinished = () => readdir(join(club.services.config.dataDir, 'media', 'temp'))
const aPicture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2255aa' } })
    .png()
    .toBuffer()

/** Sends a body as it is, up to `sent` bytes of it, then ends the connection if asked. */
function sendRaw(body: Buffer, contentType: string, options: { announced?: number; hangUp?: boolean } = {}) {
  const { creator } = club.people
  return new Promise<{ status: number; text: string } | null>((resolve) => {
    const request = httpRequest(new URL('/api/posts', club.url), {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'content-length': options.announced ?? body.length,
        cookie: [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
    })
    request.on('error', () => resolve(null))
    request.write(body, () => {
      if (options.hangUp) request.destroy()
    })
    if (!options.hangUp) request.end()
  })
}
const part = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="media"; filename="../../x.jpg"\r\n\r\n'),
    bytes,
  ])

it('answers a cut-off or malformed form with 400 and leaves nothing behind [UPL-2, T-UP-06]', async () => {
  const picture = await aPicture()
  expect(await sendRaw(part(picture), 'multipart/form-data; boundary=b')).toMatchObject({ status: 400 })
  expect(await sendRaw(part(picture), 'multipart/form-data')).toMatchObject({ status: 400 })
  const open = await sendRaw(part(picture), 'multipart/form-data; boundary=b', {
    announced: 1_000_000,
    hangUp: true,
  })
  expect(open).toBeNull()
  await expect.poll(() => unfinished()).toEqual([])
  const two = Buffer.concat([part(picture), Buffer.from('\r\n'), part(picture), Buffer.from('\r\n--b--\r\n')])
  expect(await sendRaw(two, 'multipart/form-data; boundary=b')).toMatchObject({ status: 400 })
  expect((await club.people.creator.call(api.posts.publish, { body: { contentType: 'text' } })).status).toBe(
    415,
  )
})

/** The files of the media folder this process has open, deleted ones too, where the system tells. */
const openFiles = () =>
  (process.platform === 'linux' ? readdirSync('/proc/self/fd') : []).filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(club.services.config.dataDir, 'media'))
    } catch {
      return false
    }
  })

/** Throws while an upload of the creator is still running. */
function everyPlaceIsFree(takePlace = club.services.intake.takePlace) {
  const { config } = club.services
  const taken: (() => void)[] = []
  try {
    while (taken.length < config.storage.uploadsPerPerson) taken.push(takePlace(club.people.creator.id))
  } finally {
    for (const leave of taken) leave()
  }
}

const postsNow = async () => (await club.services.db.select().from(posts)).length

it('leaves neither file nor row nor open file of a hundred uploads that were cut off [T-UP-07] [R-03]', async () => {
  const before = await postsNow()
  const picture = part(await aPicture())
  const half = picture.subarray(0, picture.length >> 1)
  const begin = () => {
    const request = httpRequest(new URL('/api/posts', club.url), {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': picture.length,
        cookie: cookiesOf(club.people.creator),
      },
    })
    request.on('error', () => undefined)
    request.write(half)
    return request
  }
  const { intake, config } = club.services
  const { takePlace } = intake
  let admitted = 0
  intake.takePlace = (personId) => {
    const leave = takePlace(personId)
    admitted += 1
    return leave
  }
  // As many at a time as one person may send: what is refused before leaves nothing anyway.
  const atOnce = config.storage.uploadsPerPerson
  for (let number = 0; number < 100; number += atOnce) {
    const sending = Array.from({ length: atOnce }, begin)
    await expect.poll(() => admitted).toBe(number + atOnce)
    // Cut while the file is just being made, and once it is there.
    if (number % 8 === 0) await vi.waitUntil(async () => (await unfinished()).length === atOnce, 120_000)
    for (const request of sending) request.destroy()
    await vi.waitFor(() => everyPlaceIsFree(takePlace), 120_000)
  }
  intake.takePlace = takePlace
  expect(admitted).toBe(100)
  await expect.poll(() => unfinished()).toEqual([])
  expect(await postsNow()).toBe(before)
  await expect.poll(() => openFiles()).toEqual([])
  await vi.waitFor(() => everyPlaceIsFree(), 120_000)
})

it('takes as many parts as a post has and no more, and no byte that was not announced [T-UP-05, T-UP-06]', async () => {
  const { creator } = club.people
  const fields = new FormData()
  for (let number = 0; number < 1100; number += 1) fields.append(`field${number}`, 'x')
  expect(await creator.call(api.posts.publish, { body: fields })).toMatchObject({ status: 413 })
  const missing = new FormData()
  missing.append('contentType', 'image')
  const pleaseSelect = { status: 400, message: 'Please select a file to upload.' }
  expect(await creator.call(api.posts.publish, { body: missing })).toMatchObject(pleaseSelect)
  missing.append('media', new Blob([]), 'empty.jpg')
  expect(await creator.call(api.posts.publish, { body: missing })).toMatchObject(pleaseSelect)
  const lying = await sendRaw(part(await aPicture()), 'multipart/form-data; boundary=b', { announced: 10 })
  expect(lying?.status).toBe(400)
  expect(await unfinished()).toEqual([])
})

const field = (headers: string, text: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="title"\r\n${headers}\r\n${text}\r\n--b--\r\n`)

it('takes only text for a field, whatever it calls itself', async () => {
  for (const text of ['{', '{"toString":1,"valueOf":1}', '{"a":1}'])
    expect([
      text,
      (await sendRaw(field('content-type: application/json\r\n', text), 'multipart/form-data; boundary=b'))
        ?.status,
    ]).toEqual([text, 400])
})

it('returns 408 to a slow client and closes the connection', async () => {
  const app = await openHttpServer(club.services.config, club.services.address)
  const { media } = club.services
  app.post('/slow', { config: { access: 'public' } }, async (request, reply) => {
    await receiveUpload({ request, reply }, media, {
      field: 'media',
      maxBytes: 1_000_000,
      admit,
      paceMs: 200,
    })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = httpRequest(new URL('/slow', url), {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 500_000 },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.write(part(Buffer.from('slow')))
  })
  expect(answer.status).toBe(408)
  expect(JSON.parse(answer.text)).toMatchObject({ message: 'The upload was too slow. Please try again.' })
  await expect.poll(() => unfinished()).toEqual([])
  await app.close()
})

it('refuses more than 50 MB with 413, announced or not, and the answer arrives [UPL-3, T-UP-05]', async () => {
  const file = Buffer.alloc(maxUploadBytes + 1, 1)
  const body = new FormData()
  body.append('media', new Blob([file]), 'long.mp4')
  const answer = await club.people.creator.call(api.posts.publish, { body })
  expect(answer).toMatchObject({
    status: 413,
    message: 'This file is too large: the limit is 50MB.',
    body: { code: 'too_large' },
  })
  // In pieces, it does not say how long it will be.
  const pieces = new Response(body)
  const unannounced = await club.people.creator.fetch('/api/posts', {
    method: 'POST',
    headers: { 'content-type': pieces.headers.get('content-type')! },
    body: pieces.body,
    duplex: 'half',
  })
  expect(unannounced.status).toBe(413)
  expect(await unfinished()).toEqual([])
})
