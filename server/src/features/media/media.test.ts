import { writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/accounts/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { examineFile } from '#media/uploaded-file.ts'
import { byteRange } from './byte-range.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const head = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1')])
/** A file that is a video by its beginning, of exactly `size` bytes. */
const clip = (size: number) => Buffer.concat([head, Buffer.alloc(size - head.length, 'off side rule')])

async function publishedClip(bytes: Buffer) {
  const { services, people: cast } = club
  const path = services.media.tempPath()
  await writeFile(path, bytes)
  const file = await examineFile(path)
  // Written as a history, it is shown as it is: no film this short could be prepared.
  const createdAt = services.clock.now()
  const id = await publishPost(services, {
    creatorId: cast.creator.id,
    contentType: 'video',
    file,
    createdAt,
  })
  const { body } = await cast.member.call(api.posts.show, { params: { id } })
  return { id, url: body.mediaUrl! }
}
const read = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await club.people.member.fetch(url, { headers, method })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

it('serves the whole, with headers that keep it private and harmless [FEED-3]', async () => {
  const bytes = clip(1000)
  const { url } = await publishedClip(bytes)
  const whole = await read(url)
  expect(whole.status).toBe(200)
  expect(whole.bytes.equals(bytes)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline',
    'content-length': '1000',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'video/mp4',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Cookie',
    'x-content-type-options': 'nosniff',
  })
  const looked = await read(url, {}, 'HEAD')
  expect([looked.status, looked.headers.get('content-length'), looked.bytes.length]).toEqual([200, '1000', 0])
})

it('answers one range with 206, several with the whole, and none that exists with 416 [FEED-3]', async () => {
  const bytes = clip(1000)
  const { url } = await publishedClip(bytes)
  const table: [string, number, Buffer | null, string | null][] = [
    ['bytes=0-9', 206, bytes.subarray(0, 10), 'bytes 0-9/1000'],
    ['bytes=0-0', 206, bytes.subarray(0, 1), 'bytes 0-0/1000'],
    ['bytes=-5', 206, bytes.subarray(995), 'bytes 995-999/1000'],
    ['bytes=-5000', 206, bytes, 'bytes 0-999/1000'],
    ['bytes=990-', 206, bytes.subarray(990), 'bytes 990-999/1000'],
    ['bytes=990-99999', 206, bytes.subarray(990), 'bytes 990-999/1000'],
    ['bytes=9999999-', 416, null, 'bytes */1000'],
    ['bytes=-0', 416, null, 'bytes */1000'],
    ['bytes=5-2', 416, null, 'bytes */1000'],
    ['bytes=abc', 416, null, 'bytes */1000'],
    ['bytes=-', 416, null, 'bytes */1000'],
    [`bytes=${Array.from({ length: 500 }, (_, n) => `${n}-${n}`).join(',')}`, 200, bytes, null],
    ['lines=1-2', 200, bytes, null],
  ]
  for (const [range, status, expected, contentRange] of table) {
    const answer = await read(url, { range })
    expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, status, contentRange])
    expect(answer.bytes.equals(expected ?? Buffer.alloc(0))).toBe(true)
  }
  expect(byteRange('bytes=0-1', 1)).toEqual({ start: 0, end: 0 })
})

it('saves what the browser has: 304 for its ETag, a range only of the same bytes [FEED-3]', async () => {
  const { url } = await publishedClip(clip(1000))
  const etag = (await read(url)).headers.get('etag')!
  expect(etag).toMatch(/^"/)
  const same = await read(url, { 'if-none-match': `"other", ${etag}` })
  expect([same.status, same.bytes.length, same.headers.get('cache-control')]).toEqual([
    304,
    0,
    'private, no-cache',
  ])
  expect((await read(url, { 'if-none-match': '"other"' })).status).toBe(200)
  expect((await read(url, { 'if-range': etag, range: 'bytes=0-9' })).status).toBe(206)
  expect((await read(url, { 'if-range': '"stale"', range: 'bytes=0-9' })).status).toBe(200)
})

it('checks access before any range or ETag, for everyone who kept the address', async () => {
  const { url } = await publishedClip(clip(1000))
  const etag = (await read(url)).headers.get('etag')!
  const { creator, otherCreator, admin, otherMember, lapsed, pastDue, newcomer, blocked } = club.people
  for (const person of [creator, otherCreator, admin, otherMember])
    expect((await person.fetch(url)).status).toBe(200)
  const outside = [
    [club.visitor(), 401, 'Unauthorized'],
    [lapsed, 403, 'Subscription required'],
    [pastDue, 403, 'Subscription required'],
    [newcomer, 403, 'Subscription required'],
    [blocked, 403, 'Account suspended'],
  ] as const
  for (const [person, status, message] of outside)
    for (const headers of [{}, { range: 'bytes=0-0' }, { 'if-none-match': etag }, { 'if-none-match': '*' }]) {
      const answer = await person.fetch(url, { headers })
      expect([answer.status, answer.headers.get('etag'), answer.headers.get('content-range')]).toEqual([
        status,
        null,
        null,
      ])
      expect(await answer.json()).toMatchObject({ message })
      expect((await person.fetch(url, { headers, method: 'HEAD' })).status).toBe(status)
    }
})

it('knows nothing but its own ids, and shows nothing on other sites [FEED-3]', async () => {
  const { url } = await publishedClip(clip(1000))
  const id = url.split('/')[2]!
  for (const path of [
    '/media/..%2f..%2fetc/passwd',
    `/media/${id}/..%2foriginal`,
    `/media/${id}/640`,
    `/media/${id}/ORIGINAL`,
    `/media/${'A'.repeat(22)}/whole`,
    `/media/${'a'.repeat(64)}/whole`,
  ])
    expect([path, (await club.people.member.fetch(path)).status]).toEqual([path, 404])
  expect((await read(url, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await read(url, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

it('cuts a running stream when access ends [LIVE-3]', async () => {
  const { services, people: cast } = club
  const size = 40 * 1024 * 1024
  const { url } = await publishedClip(clip(size))
  const cookie = [...cast.otherMember.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(new URL(url, club.url), { headers: { cookie } }, resolve).on('error', reject).end()
  })
  // Nobody reads yet, so that most of the video waits in the server while the member is blocked.
  const checked = new Promise<void>((resolve) => {
    services.live.hear((_audience, { type }) => type === 'access_changed' && resolve())
  })
  await services.db.transaction(async (tx) => {
    await tx.update(people).set({ isBlocked: true }).where(eq(people.id, cast.otherMember.id))
    await services.live.accessChanged(tx, cast.otherMember.id)
  })
  await checked
  let received = 0
  const reading = (async () => {
    for await (const chunk of response) received += Buffer.byteLength(chunk)
  })()
  await expect(reading).rejects.toThrow('aborted')
  expect(received).toBeLessThan(size)
})
