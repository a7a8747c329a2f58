import { writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { storedPost, streamedVideo, wholeVideo } from '#testing/stored-post.ts'
import { cookiesOf } from '#testing/caller.ts'
import { byteRange } from '#features/media-access/conditional-request.ts'

inBothStores('media', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  async function publishedClip(size: number) {
    const { services, people: cast } = club
    const file = wholeVideo(size)
    const post = await storedPost(services, { creatorId: cast.creator.id, kind: 'video', files: [file] })
    return { id: post.id, url: post.addressOf('whole'), bytes: file.content }
  }
  const read = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await club.people.member.fetch(url, { headers, method })
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  /** Asks for a path as it is written: clients tidy up what climbs. */
  const sent = (path: string) =>
    new Promise<{ status: number }>((resolve, reject) => {
      const { hostname, port } = new URL(club.url)
      const cookie = cookiesOf(club.people.member)
      httpRequest({ hostname, port, path, headers: { cookie } }, (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0 })
      })
        .on('error', reject)
        .end()
    })

  it('serves the whole, with headers that keep it private and harmless [FEED-3] [T-MD-04] [T-HD-03]', async () => {
    const { url, bytes } = await publishedClip(1000)
    const whole = await read(url)
    expect(whole.status).toBe(200)
    expect(whole.bytes.equals(bytes)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-length': '1000',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Cookie',
      'x-content-type-options': 'nosniff',
    })
    const looked = await read(url, {}, 'HEAD')
    expect([looked.status, looked.headers.get('content-length'), looked.bytes.length]).toEqual([
      200,
      '1000',
      0,
    ])
  })

  it('answers one range with 206, several with the whole, and none that exists with 416 [FEED-3] [T-MD-10]', async () => {
    const { url, bytes } = await publishedClip(1000)
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
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([
        range,
        status,
        contentRange,
      ])
      expect(answer.bytes.equals(expected ?? Buffer.alloc(0))).toBe(true)
    }
    const looked = await read(url, { range: 'bytes=0-9' }, 'HEAD')
    expect([looked.status, looked.headers.get('content-length')]).toEqual([200, '1000'])
    expect(byteRange('bytes=0-1', 1)).toEqual({ start: 0, end: 0 })
  })

  it('returns 304 for a matching ETag, and a range only for the same bytes [FEED-3]', async () => {
    const { url } = await publishedClip(1000)
    const etag = (await read(url)).headers.get('etag')!
    expect(etag).toMatch(/^"/)
    const same = await read(url, { 'if-none-match': `"other", ${etag}` })
    expect([same.status, same.bytes.length, same.headers.get('cache-control')]).toEqual([
      304,
      0,
      'private, no-store',
    ])
    expect((await read(url, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await read(url, { 'if-range': etag, range: 'bytes=0-9' })).status).toBe(206)
    expect((await read(url, { 'if-range': '"stale"', range: 'bytes=0-9' })).status).toBe(200)
  })

  it('serves pictures and segments with their types, and never uploads [T-MD-04]', async () => {
    const { services, people: cast } = club
    const hostile = { variant: 'page', role: 'size', mimeType: 'text/html', width: 1 } as const
    const { addressOf } = await storedPost(services, {
      creatorId: cast.creator.id,
      kind: 'video',
      files: [...streamedVideo(), { ...hostile, content: Buffer.from('<script>alert(1)</script>') }],
    })
    const served = [
      ['poster-640', 'image/webp', 'private, no-cache'],
      ['stream', 'application/vnd.apple.mpegurl', 'private, no-store'],
      ['stream-720', 'application/vnd.apple.mpegurl', 'private, no-store'],
      ['stream-720-00000', 'video/mp2t', 'private, no-store'],
      ['stream-key', 'application/octet-stream', 'private, no-store'],
      ['captions-en', 'text/vtt; charset=utf-8', 'private, no-store'],
      ['page', 'application/octet-stream', 'private, no-cache'],
    ] as const
    for (const [variant, type, cache] of served) {
      const { status, headers } = await read(addressOf(variant), { 'accept-encoding': 'br, gzip' })
      expect([variant, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        variant,
        200,
        type,
        cache,
      ])
      expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'Cookie'])
      expect(headers.get('etag')).not.toBeNull()
    }
    for (const method of ['GET', 'HEAD'])
      expect((await cast.creator.fetch(addressOf('source'), { method })).status).toBe(404)
  })

  it('knows nothing but its own ids, and shows nothing on other sites [FEED-3] [T-MD-11] [T-MD-12] [T-HD-03]', async () => {
    const { url } = await publishedClip(1000)
    const id = url.split('/')[2]!
    const nowhere = [
      '/media/../../etc/passwd',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/%2e%2e/%2e%2e/etc/passwd',
      '/media/..%5c..%5cetc%5cpasswd',
      '/media/%2fetc%2fpasswd/whole',
      `/media/${id}/..%2foriginal`,
      `/media/${id}/640`,
      `/media/${id}/WHOLE`,
      `/media/${id}/whole.mp4`,
      `/media/${id}`,
      `/media/${'A'.repeat(22)}/whole`,
      `/media/${'a'.repeat(300)}/whole`,
      `/media/${id}/${'a'.repeat(300)}`,
    ]
    for (const path of nowhere) expect([path, (await sent(path)).status]).toEqual([path, 404])
    expect((await sent(`/media/${id}%00.png/whole`)).status).toBe(400)
    for (const site of ['cross-site', 'same-site'])
      expect((await read(url, { 'sec-fetch-site': site })).status).toBe(403)
    expect((await read(url, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it('gives two uses of the same bytes names of their own, and one goes without the other [T-MD-14] [T-ID-02]', async () => {
    const { creator } = club.people
    const [first, second] = [await publishedClip(500), await publishedClip(500)]
    expect(first.url).not.toBe(second.url)
    const answers = [await read(first.url), await read(second.url)]
    expect(answers[0]!.headers.get('etag')).not.toBe(answers[1]!.headers.get('etag'))
    expect((await creator.call(api.posts.remove, { params: { id: first.id } })).status).toBe(204)
    await club.services.jobs.settled()
    expect((await read(first.url)).status).toBe(404)
    expect((await read(second.url)).bytes.equals(second.bytes)).toBe(true)
  })

  it('reads no file that no row names, and says so when one is lost [T-MD-16]', async () => {
    const { services } = club
    const orphan = 'B'.repeat(22)
    const path = services.media.tempPath()
    await writeFile(path, 'left by a crash')
    await services.media.putFile(`${orphan}/whole`, path)
    expect((await read(`/media/${orphan}/whole`)).status).toBe(404)
    const { url } = await publishedClip(1000)
    await services.media.delete(url.slice('/media/'.length))
    const lost = await read(url)
    expect([lost.status, lost.headers.get('etag'), lost.headers.get('cache-control')]).toEqual([
      404,
      null,
      'no-store',
    ])
  })
})
