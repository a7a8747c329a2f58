import { randomBytes } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encrypt } from '#crypto/encrypt.ts'
import { mediaFiles } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { inBothStores } from '#testing/both-stores.ts'
import { openCdn } from '#testing/cdn-nginx.ts'
import { newCaller } from '#testing/caller.ts'
import type { Club } from '#testing/club.ts'
import { openClub } from '#testing/club.ts'
import { freePorts } from '#testing/free-ports.ts'
import { hasNginx, type Nginx } from '#testing/nginx-for-tests.ts'
import { otherProcess } from '#testing/other-process.ts'
import { attachedFile, type StoredPost, storedPost, streamedVideo } from '#testing/stored-post.ts'

const cdnUrl = 'https://cdn.club.example'
const hourMs = 60 * 60_000
const segment = 'stream-720-00000'

/** A film whose key is stored as the site stores it, and an unencrypted header beside its segments. */
async function storedFilm({ services, people: cast }: Club): Promise<StoredPost> {
  const head = {
    variant: 'stream-720-head',
    role: 'stream' as const,
    mimeType: 'video/mp4',
    content: randomBytes(800),
  }
  const attached = attachedFile(Buffer.from('The way to the away end'))
  const files = [...streamedVideo(), head, attached]
  const film = await storedPost(services, { creatorId: cast.creator.id, kind: 'video', files })
  await services.db
    .update(mediaFiles)
    .set({ sealed: encrypt(randomBytes(16).toString('base64'), services.secret) })
    .where(and(eq(mediaFiles.mediaId, film.mediaId), eq(mediaFiles.variant, 'stream-key')))
  return film
}

const linesOf = (playlist: string) =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

async function addressesOf({ people: cast }: Club, film: StoredPost) {
  const answer = await cast.member.fetch(film.addressOf('stream-720'))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return linesOf(await answer.text())
}

inBothStores('segments for a CDN', (open) => {
  let club: Club
  let film: StoredPost
  beforeAll(async () => {
    club = await open({ MEDIA_CDN_URL: `${cdnUrl}/` })
    film = await storedFilm(club)
  })
  afterAll(() => club.close())

  const pathsOf = async (of = film) =>
    (await addressesOf(club, of)).map((address) => address.replace(cdnUrl, ''))
  const statusOf = async (path: string, caller = club.visitor()) => (await caller.fetch(path)).status

  it('are listed at its address, and open without a cookie to what is no film without the key [PLAY-9]', async () => {
    const { member } = club.people
    const main = await member.fetch(film.addressOf('stream'))
    expect(linesOf(await main.text())).toEqual(['stream-720'])
    const addresses = await addressesOf(club, film)
    const form = /^https:\/\/cdn\.club\.example\/segments\/\d+\/[\w-]{43}\/([\w-]{22})\/stream-720-0000[01]$/
    expect(addresses.map((address) => form.exec(address)?.[1])).toEqual([film.mediaId, film.mediaId])

    const [path = ''] = await pathsOf()
    const answer = await club.visitor().fetch(path)
    const headers = Object.fromEntries(answer.headers)
    expect(headers).toMatchObject({
      'access-control-allow-origin': club.url,
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    expect([headers['set-cookie'], headers['vary']]).toEqual([undefined, undefined])
    const expires = Number(path.split('/')[2])
    const seconds = expires - Math.floor(club.clock.now().getTime() / 1000)
    const [, maxAge] = /^public, max-age=(\d+), immutable$/.exec(headers['cache-control'] ?? '') ?? []
    expect(Math.abs(Number(maxAge) - seconds)).toBeLessThan(60)
    const whole = Buffer.from(await answer.arrayBuffer())
    const direct = await member.fetch(film.addressOf(segment))
    expect(whole).toEqual(Buffer.from(await direct.arrayBuffer()))

    const part = await club.visitor().fetch(path, { headers: { range: 'bytes=5-9' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(5, 10)])
    const none = await club.visitor().fetch(path, { headers: { range: 'bytes=9999-' } })
    expect([none.status, none.headers.get('cache-control')]).toEqual([416, 'no-store'])
    const known = await club.visitor().fetch(path, { headers: { 'if-none-match': headers['etag'] ?? '' } })
    expect(known.status).toBe(304)
  })

  it('are signed for one film and a time, and open nothing else of it [PLAY-9]', async () => {
    const [path = ''] = await pathsOf()
    const [, , expires = '', signature = ''] = path.split('/')
    const other = await storedFilm(club)
    const at = (of: { expires?: string; signature?: string; id?: string; variant?: string }) =>
      `/segments/${of.expires ?? expires}/${of.signature ?? signature}/${of.id ?? film.mediaId}/${of.variant ?? segment}`
    expect(await statusOf(at({}))).toBe(200)
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    const refused = [
      at({ signature: flipped }),
      at({ signature: 'x' }),
      at({ expires: String(Number(expires) + 1) }),
      at({ id: other.mediaId }),
      at({ variant: 'stream-720-00009' }),
      `${path}?again`,
      path.replace('stream-720', 'stream%2D720'),
      `${path}/`,
      ...['source', 'whole', 'stream', 'stream-720', 'stream-720-head', 'stream-key', 'poster-640'].map(
        (variant) => at({ variant }),
      ),
      ...['captions-en', 'attachment'].map((variant) => at({ variant })),
    ]
    for (const address of refused)
      for (const caller of [club.visitor(), club.people.member]) {
        const answer = await caller.fetch(address)
        expect([address, answer.status, answer.headers.get('cache-control')]).toEqual([
          address,
          404,
          'no-store',
        ])
      }
    // A player reads why from the status, which it only sees with this header.
    const answer = await club.visitor().fetch(at({ signature: flipped }))
    expect(answer.headers.get('access-control-allow-origin')).toBe(club.url)

    const { db } = club.services
    const unencrypted = await storedFilm(club)
    const [opened = ''] = await pathsOf(unencrypted)
    expect(await statusOf(opened)).toBe(200)
    await db
      .update(mediaFiles)
      .set({ sealed: null })
      .where(and(eq(mediaFiles.mediaId, unencrypted.mediaId), eq(mediaFiles.variant, 'stream-key')))
    expect(await statusOf(opened)).toBe(404)
  })

  it('have the same address for viewers within six hours, valid for the film and two to eight hours [PLAY-9]', async () => {
    const { clock } = club
    const untilNext = 6 * hourMs - (clock.now().getTime() % (6 * hourMs))
    // To the beginning of a period that all viewers share.
    clock.advance(untilNext + 1000)
    const before = await pathsOf()
    expect(Number(before[0]!.split('/')[2]) * 1000 - clock.now().getTime()).toBeGreaterThan(5 * hourMs)
    clock.advance(3 * hourMs)
    expect(await pathsOf()).toEqual(before)
    clock.advance(2 * hourMs)
    const after = await pathsOf()
    expect(after).not.toEqual(before)
    expect(Number(after[0]!.split('/')[2]) * 1000 - clock.now().getTime()).toBeLessThan(8 * hourMs)
    expect(await statusOf(before[0]!)).toBe(200)
    clock.advance(hourMs)
    expect([await statusOf(before[0]!), await statusOf(after[0]!)]).toEqual([404, 200])
  })

  it('end for new viewers with the post, and keys for a blocked member on every process at once [PLAY-9]', async () => {
    const { services, people: cast } = club
    const elsewhere = await otherProcess(club)
    try {
      const removed = await storedFilm(club)
      const [path = ''] = await pathsOf(removed)
      expect(await statusOf(path)).toBe(200)
      await cast.creator.call(api.posts.remove, { params: { id: removed.id } })
      expect(await statusOf(path)).toBe(404)

      const { otherMember } = cast
      const there = newCaller(() => elsewhere.url)
      for (const [name, value] of otherMember.cookies) there.cookies.set(name, value)
      const [key, playlist] = [film.addressOf('stream-key'), film.addressOf('stream-720')]
      for (const address of [key, playlist])
        expect([await statusOf(address), await statusOf(address, there)]).toEqual([401, 200])
      await services.db.update(people).set({ isBlocked: true }).where(eq(people.id, otherMember.id))
      for (const address of [key, playlist])
        expect([await statusOf(address, otherMember), await statusOf(address, there)]).toEqual([403, 403])
      // What the CDN has is ciphertext.
      const [segmentPath = ''] = await pathsOf()
      expect((await fetch(new URL(segmentPath, elsewhere.url))).status).toBe(200)
    } finally {
      await elsewhere.close()
    }
  })

  it('are not listed for an unpublished film, whose creator plays it from the site [PLAY-9]', async () => {
    const hidden = await storedFilm(club)
    const [path = ''] = await pathsOf(hidden)
    await club.services.db
      .update(posts)
      .set({ status: 'processing' })
      .where(inArray(posts.id, [hidden.id]))
    const answer = await club.people.creator.fetch(hidden.addressOf('stream-720'))
    expect(linesOf(await answer.text())).toEqual(['stream-720-00000', 'stream-720-00001'])
    expect(await statusOf(path)).toBe(404)
  })
})

it('names segments at the site and has no door for a CDN without the setting [PLAY-9]', async () => {
  const club = await openClub()
  const film = await storedFilm(club)
  expect(await addressesOf(club, film)).toEqual(['stream-720-00000', 'stream-720-00001'])
  const path = `/segments/9999999999/${'A'.repeat(43)}/${film.mediaId}/${segment}`
  expect((await club.visitor().fetch(path)).status).toBe(404)
  await club.close()
})

const ifThere = hasNginx ? '' : " (skipped: install Debian's nginx-light)"

describe.skipIf(!hasNginx)(`the cache of scaling.md${ifThere}`, () => {
  let club: Club
  let cdn: Nginx
  beforeAll(async () => {
    const [port = 0] = await freePorts(1)
    club = await openClub({ MEDIA_CDN_URL: `http://127.0.0.1:${port}` })
    cdn = await openCdn({ port, siteUrl: club.url })
  })
  afterAll(async () => {
    await cdn.close()
    await club.close()
  })

  it('asks the site once for each segment, and for nothing else [PLAY-9]', async () => {
    const film = await storedFilm(club)
    const [address = ''] = await addressesOf(club, film)
    expect(new URL(address).origin).toBe(cdn.url)
    const seen: [number, string | null, number][] = []
    for (const headers of [{}, { range: 'bytes=10-19' }, { 'cache-control': 'no-cache' }]) {
      const answer = await fetch(address, { headers })
      const { byteLength } = await answer.arrayBuffer()
      seen.push([answer.status, answer.headers.get('x-cache'), byteLength])
    }
    expect(seen).toEqual([
      [200, 'MISS', 5_000],
      [206, 'HIT', 10],
      [200, 'HIT', 5_000],
    ])
    const sent = await fetch(`${address}?n=1`)
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, club.url])

    const wrong = address.replace(segment, 'stream-720-00007')
    for (let again = 0; again < 2; again += 1)
      expect((await fetch(wrong)).headers.get('x-cache')).toBe('MISS')
    const cookie = [...club.people.member.cookies].map((pair) => pair.join('=')).join('; ')
    for (const variant of ['stream-key', 'stream-720', segment, 'poster-640'])
      expect((await fetch(cdn.url + film.addressOf(variant), { headers: { cookie } })).status).toBe(404)
  })
})
