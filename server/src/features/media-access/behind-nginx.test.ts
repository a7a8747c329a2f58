import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accelLocation, accelPrefix } from '#testing/accel-location.ts'
import { type Caller, newCaller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { hasNginx, type Nginx, openNginx } from '#testing/nginx-for-tests.ts'
import {
  attachedFile,
  joinPosts,
  movingPicture,
  type StoredPost,
  storedPost,
  streamedVideo,
  wholeVideo,
} from '#testing/stored-post.ts'

const ifThere = hasNginx ? '' : " (skipped: install Debian's nginx-light)"

/** The same person, asking through nginx. */
const through = ({ url }: Nginx, caller: Caller) => {
  const same = newCaller(() => url)
  for (const [name, value] of caller.cookies) same.cookies.set(name, value)
  return same
}

describe.skipIf(!hasNginx)(`media behind nginx${ifThere}`, () => {
  let club: Club
  let dataDir: string
  let video: StoredPost
  const open: Nginx[] = []
  const started = async (wanted: Parameters<typeof openNginx>[0]) => {
    const nginx = await openNginx(wanted)
    open.push(nginx)
    return nginx
  }
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'touchline-accel-'))
    club = await openClub({ DATA_DIR: dataDir, MEDIA_ACCEL_PREFIX: accelPrefix })
    const { services, people: cast } = club
    const files = [wholeVideo(100_000)]
    video = await storedPost(services, { creatorId: cast.creator.id, kind: 'video', files })
  })
  afterAll(async () => {
    for (const nginx of open) await nginx.close()
    await club.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('sends the parts of a gallery and its attachment, which is a download only [GAL-1, ATT-1]', async () => {
    const nginx = await started(() => ({
      locations: `location / { proxy_pass ${club.url}; }\n${accelLocation(join(dataDir, 'media', 'files'))}`,
    }))
    const { services, people: cast } = club
    const page = Buffer.from('<script>alert(1)</script>')
    const creatorId = cast.creator.id
    const first = await storedPost(services, { creatorId, kind: 'image', files: movingPicture() })
    const second = await storedPost(services, { creatorId, kind: 'image', files: movingPicture() })
    const { addressOf, ...attached } = await storedPost(services, {
      creatorId,
      kind: 'image',
      files: [attachedFile(page)],
    })
    await joinPosts(services, first, [
      { post: second, position: 1, inText: true },
      { post: { ...attached, addressOf }, position: 0, name: 'Straße.html' },
    ])
    for (const address of [first, second].map((part) => part.addressOf('640'))) {
      const sent = await through(nginx, cast.member).fetch(address)
      expect([sent.status, sent.headers.get('server')]).toEqual([200, expect.stringMatching(/^nginx/)])
      expect((await through(nginx, cast.lapsed).fetch(address)).status).toBe(403)
      expect((await through(nginx, club.visitor()).fetch(address)).status).toBe(401)
    }
    const answer = await through(nginx, cast.member).fetch(addressOf('attachment'))
    expect(answer.headers.get('server')).toMatch(/^nginx/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''Stra%C3%9Fe\.html$/),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(page)
    expect((await through(nginx, cast.lapsed).fetch(addressOf('attachment'))).status).toBe(403)
  })

  it('is sent by nginx, with our headers, only after the access check', async () => {
    const nginx = await started(() => ({
      locations: `location / { proxy_pass ${club.url}; }\n${accelLocation(join(dataDir, 'media', 'files'))}`,
    }))
    const [member, lapsed, visitor] = [club.people.member, club.people.lapsed, club.visitor()].map((one) =>
      through(nginx, one),
    )
    const address = video.addressOf('whole')
    const whole = await member!.fetch(address)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Cookie',
      'x-content-type-options': 'nosniff',
    })
    expect([whole.headers.get('server'), whole.headers.get('x-accel-redirect')]).toEqual([
      expect.stringMatching(/^nginx/),
      null,
    ])
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes).toHaveLength(100_000)
    const part = await member!.fetch(address, { headers: { range: 'bytes=10-19' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(10, 20)])
    const many = await member!.fetch(address, { headers: { range: 'bytes=0-0,2-2,4-4' } })
    expect([many.status, (await many.arrayBuffer()).byteLength]).toEqual([200, 100_000])
    const etag = whole.headers.get('etag')!
    expect((await member!.fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)

    for (const [person, status] of [
      [visitor, 401],
      [lapsed, 403],
    ] as const)
      for (const headers of [{}, { range: 'bytes=0-0' }, { 'if-none-match': etag }])
        expect((await person!.fetch(address, { headers })).status).toBe(status)
    const inside = `${accelPrefix}${video.mediaId.slice(0, 2)}/${video.mediaId}/whole`
    expect((await member!.fetch(inside)).status).toBe(404)
    expect((await member!.fetch(`${accelPrefix}../temp`)).status).toBe(404)
  })

  it('alerts the admins when the disk has lost all or part of it [T-MD-16]', async () => {
    const { services, people: cast } = club
    const stored = () =>
      storedPost(services, { creatorId: cast.creator.id, kind: 'video', files: [wholeVideo(9_000)] })
    const [lost, short] = [await stored(), await stored()]
    const pathOf = ({ mediaId }: StoredPost) =>
      join(dataDir, 'media', 'files', services.media.placeOf(`${mediaId}/whole`)!)
    await rm(pathOf(lost))
    await truncate(pathOf(short), 5_000)
    for (const [{ addressOf }, status] of [
      [lost, 404],
      [short, 503],
      [video, 200],
    ] as const) {
      const { status: answered, headers } = await cast.member.fetch(addressOf('whole'))
      expect([answered, headers.has('x-accel-redirect')]).toEqual([status, status === 200])
    }
    await expect
      .poll(async () => (await cast.admin.call(api.media.health)).body.damaged.map(({ id }) => id).toSorted())
      .toEqual([lost.mediaId, short.mediaId].toSorted())
  })

  it('is kept by no cache in between, not even one that keeps everything it may [T-MD-04]', async () => {
    const own = await openClub()
    const { services, people: cast } = own
    const files = streamedVideo().filter(({ role }) => role !== 'source' && role !== 'whole')
    const { addressOf } = await storedPost(services, { creatorId: cast.creator.id, kind: 'video', files })
    const nginx = await started((folder) => ({
      http: `proxy_cache_path ${folder}/cache keys_zone=all:1m;`,
      locations: `location / {
        proxy_pass ${own.url};
        proxy_cache all;
        proxy_cache_valid 200 206 304 401 403 10m;
        add_header X-Cache $upstream_cache_status always;
      }`,
    }))
    const member = through(nginx, cast.member)
    const visitor = through(nginx, own.visitor())
    const lapsed = through(nginx, cast.lapsed)
    const { body } = await own.people.member.call(api.posts.list)
    expect(JSON.stringify(body)).toContain(addressOf('stream'))
    for (const { variant } of files)
      for (const headers of [{}, { range: 'bytes=0-9' }]) {
        const address = addressOf(variant)
        for (let again = 0; again < 2; again += 1) {
          const answer = await member.fetch(address, { headers })
          expect([variant, answer.ok, answer.headers.get('x-cache')]).toEqual([variant, true, 'MISS'])
          await answer.arrayBuffer()
        }
        expect((await visitor.fetch(address, { headers })).status).toBe(401)
        expect((await lapsed.fetch(address, { headers })).status).toBe(403)
        expect((await member.fetch(address, { headers })).ok).toBe(true)
      }
    await own.close()
  })
})
