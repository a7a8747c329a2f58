import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { maxUploadBytes } from '@touchline/contract/posts.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const unfinished = () => readdir(join(club.services.config.dataDir, 'media', 'temp'))
const aPicture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2255aa' } })
    .png()
    .toBuffer()

/** Sends a body as it is, up to `sent` bytes of it, then ends the connection when told to. */
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

it('answers a cut-off or malformed form with 400 and leaves nothing behind [UPL-2]', async () => {
  const picture = await aPicture()
  expect(await sendRaw(part(picture), 'multipart/form-data; boundary=b')).toMatchObject({ status: 400 })
  expect(await sendRaw(part(picture), 'multipart/form-data')).toMatchObject({ status: 400 })
  const open = await sendRaw(part(picture), 'multipart/form-data; boundary=b', {
    announced: 1_000_000,
    hangUp: true,
  })
  expect(open).toBeNull()
  await vi.waitFor(async () => expect(await unfinished()).toEqual([]), 5_000)
  const two = Buffer.concat([part(picture), Buffer.from('\r\n'), part(picture), Buffer.from('\r\n--b--\r\n')])
  expect(await sendRaw(two, 'multipart/form-data; boundary=b')).toMatchObject({ status: 400 })
  expect((await club.people.creator.call(api.posts.publish, { body: { contentType: 'text' } })).status).toBe(
    415,
  )
})

it('refuses more than 50 MB with 413, and the answer arrives [UPL-3]', async () => {
  const file = Buffer.alloc(maxUploadBytes + 1, 1)
  const body = new FormData()
  body.append('media', new Blob([file]), 'long.mp4')
  const answer = await club.people.creator.call(api.posts.publish, { body })
  expect(answer).toMatchObject({
    status: 413,
    message: 'This file is too large: up to 50MB are possible.',
    body: { code: 'too_large' },
  })
  expect(await unfinished()).toEqual([])
})
