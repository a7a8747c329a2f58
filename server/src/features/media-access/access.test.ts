import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { media } from '#features/media/schema.ts'
import { formatText } from '#features/posts/format-text.ts'
import { posts } from '#features/posts/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import {
  attachedFile,
  joinPosts,
  movingPicture,
  type StoredPost,
  storedPost,
  streamedVideo,
  wholeVideo,
} from '#testing/stored-post.ts'

const hourMs = 60 * 60 * 1000
const mark = 'zephyr-of-the-second-half'

const textAt = async (caller: Caller, path: string) => {
  if (path.includes(':') || path === '/api/logout') return ''
  return (await caller.fetch(path)).text()
}

const statuses = (address: string, callers: Caller[]) =>
  Promise.all(callers.map(async (caller) => (await caller.fetch(address, { method: 'HEAD' })).status))

inBothStores('the door opens media', (openClub) => {
  let club: Club
  let video: StoredPost
  let moving: StoredPost
  let pictureId: string
  /** A gallery of a picture and a video, with a picture in its text and an attachment. */
  let gallery: Record<'first' | 'film' | 'inText' | 'attached', StoredPost>
  beforeAll(async () => {
    club = await openClub()
    const { services, people: cast } = club
    video = await storedPost(services, { creatorId: cast.creator.id, kind: 'video', files: streamedVideo() })
    moving = await storedPost(services, { creatorId: cast.creator.id, kind: 'image', files: movingPicture() })
    const stored = (kind: 'image' | 'video', files: ReturnType<typeof movingPicture>) =>
      storedPost(services, { creatorId: cast.creator.id, kind, files })
    gallery = {
      first: await stored('image', movingPicture()),
      film: await stored('video', streamedVideo()),
      inText: await stored('image', movingPicture()),
      attached: await stored('image', [attachedFile(Buffer.from('plan'))]),
    }
    await services.db
      .update(posts)
      .set(formatText(`Words\n\n![](part:${gallery.inText.mediaId})`))
      .where(eq(posts.id, gallery.first.id))
    await joinPosts(services, gallery.first, [
      { post: gallery.film, position: 1 },
      { post: gallery.inText, position: 2, inText: true },
      { post: gallery.attached, position: 0, name: 'plan.gpx' },
    ])
    const picture = { create: { width: 900, height: 600, channels: 3 as const, background: '#2255aa' } }
    const body = new FormData()
    body.append('title', mark)
    body.append('contentType', 'image')
    body.append('media', new Blob([new Uint8Array(await sharp(picture).png().toBuffer())]), 'photo.png')
    pictureId = (await cast.creator.call(api.posts.publish, { body })).body.id
    await cast.creator.call(api.profiles.changePrivacy, { body: { privateProfile: true } })
    for (const one of [cast.creator, cast.member]) {
      const avatar = new FormData()
      avatar.append('avatar', new Blob([new Uint8Array(await sharp(picture).png().toBuffer())]), 'me.png')
      await one.call(api.profiles.uploadAvatar, { body: avatar })
    }
  })
  afterAll(() => club.close())

  const addresses = /\/media\/[A-Za-z0-9_-]+\/[A-Za-z0-9-]+/g
  const endpoints: Endpoint[] = Object.values(api).flatMap((noun): Endpoint[] => Object.values(noun))

  /** Every address of a media item that `caller` comes across: in all JSON, all pages, and in playlists found there. */
  async function crawl(caller: Caller): Promise<string[]> {
    const found = new Set<string>()
    const pages = ['/', '/feed', ...endpoints.filter((one) => one.method === 'GET').map(({ path }) => path)]
    const paths = [video.id, moving.id, pictureId, gallery.first.id].flatMap((id) =>
      [...pages, `/post/${id}`].map((page) => page.replace(':id', id)),
    )
    for (const path of new Set(paths))
      for (const [address] of (await textAt(caller, path)).matchAll(addresses)) found.add(address)
    // A set that grows while it is walked is walked to its new end.
    for (const address of found) {
      const playlist = await textAt(caller, address)
      if (!playlist.startsWith('#EXTM3U')) continue
      for (const [, named] of playlist.matchAll(/^(?:#.*URI="([^"]+)".*|[^#\s]\S*)$/gm))
        if (named) found.add(at(address, named))
      for (const line of playlist.split('\n')) if (line && !line.startsWith('#')) found.add(at(address, line))
    }
    return [...found]
  }
  const at = (from: string, name: string) => new URL(name, new URL(from, club.url)).pathname
  it('opens no address of a media item to anybody without access, however it is asked for [T-MD-01] [T-MD-02] [T-MD-03]', async () => {
    const { creator, otherCreator, admin, member, lapsed, pastDue, newcomer, blocked } = club.people
    const found = await crawl(member)
    const variantsOf = ({ mediaId }: StoredPost) =>
      found
        .filter((address) => address.includes(mediaId))
        .map((path) => path.split('/')[3]!)
        .toSorted((a, b) => a.localeCompare(b))
    const ofPicture = ['640', 'captions-en', 'whole']
    const ofFilm = [
      'captions-en',
      'poster-640',
      'stream',
      'stream-720',
      'stream-720-00000',
      'stream-720-00001',
      'stream-key',
    ]
    expect(variantsOf(moving)).toEqual(ofPicture)
    expect(variantsOf(video)).toEqual(ofFilm)
    expect(Object.values(gallery).map(variantsOf)).toEqual([ofPicture, ofFilm, ofPicture, ['attachment']])
    const known = [video, moving, ...Object.values(gallery)]
    expect(found.some((address) => !known.some(({ mediaId }) => address.includes(mediaId)))).toBe(true)

    // Those of a member and of a creator with a private profile.
    expect(found.filter((address) => address.endsWith('/square'))).toHaveLength(2)

    const subscribe = {
      message: 'Subscription required',
      code: 'subscription_required',
      requiresSubscription: true,
    }
    const outside = [
      [club.visitor(), 401, { message: 'Unauthorized', code: 'unauthorized' }],
      [lapsed, 403, subscribe],
      [pastDue, 403, subscribe],
      [newcomer, 403, subscribe],
      [blocked, 403, { message: 'Account suspended', code: 'account_suspended' }],
    ] as const
    const unknown = `/media/${'A'.repeat(22)}/whole`
    const lengths = new Set<string>()
    for (const address of [...found, unknown]) {
      const etag = (await member.fetch(address, { method: 'HEAD' })).headers.get('etag') ?? '*'
      const expected = address === unknown ? 404 : 200
      const asked = await statuses(address, [creator, admin, otherCreator, member])
      expect([address, asked]).toEqual([address, asked.map(() => expected)])
      const ways = [
        {},
        { method: 'HEAD' },
        { headers: { range: 'bytes=0-0' } },
        { headers: { 'if-none-match': etag } },
        { headers: { 'if-none-match': '*', 'if-modified-since': new Date(0).toUTCString() } },
      ]
      for (const [person, status, body] of outside)
        for (const way of ways) {
          const answer = await person.fetch(address, way)
          const text = await answer.text()
          expect([address, way, answer.status]).toEqual([address, way, status])
          expect([answer.headers.get('etag'), answer.headers.get('content-range')]).toEqual([null, null])
          expect(answer.headers.get('cache-control')).toBe('no-store')
          expect(text).toBe(way.method ? '' : JSON.stringify(body))
          lengths.add(`${status} ${body.message} ${answer.headers.get('content-length')}`)
        }
    }
    // One length for each sentence, whether the media item is there or not [T-MD-13].
    expect(lengths.size).toBe(3)
  })

  it('serves no whole file of a streamed video [T-MD-09, OFF-1]', async () => {
    const { creator, admin, member, lapsed } = club.people
    const [whole, stream] = [video.addressOf('whole'), video.addressOf('stream')]
    expect((await member.call(api.saved.lend, { params: { id: video.id } })).status).toBe(200)
    const all = [creator, admin, member, lapsed]
    expect(await statuses(whole, all)).toEqual([404, 404, 404, 403])
    expect(await statuses(stream, all)).toEqual([200, 200, 200, 403])
    expect((await member.call(api.posts.show, { params: { id: video.id } })).body.media!.url).toBe(stream)
    await member.call(api.saved.giveBack, { params: { id: video.id } })
  })

  it('knows no way in but the cookie of a session [T-MD-09]', async () => {
    const visitor = club.visitor()
    const [token] = club.people.member.cookies.values()
    const address = video.addressOf('stream')
    for (const [path, headers] of [
      [`${address}?token=${token}`, {}],
      [`${address}?exp=9999999999&sig=${token}`, {}],
      [`/media/${token}/${video.mediaId}/stream`, {}],
      [address, { authorization: `Bearer ${token}` }],
      [address, { cookie: `touchline_session=${token!.slice(0, -1)}` }],
    ] as [string, Record<string, string>][])
      expect([401, 404]).toContain((await visitor.fetch(path, { headers })).status)
  })

  it('reveals nothing about a post to outsiders [T-MD-13]', async () => {
    const unknown = '01890000-0000-7000-8000-000000000000'
    for (const person of [club.visitor(), club.people.lapsed]) {
      for (const path of ['/api/posts/:id', '/api/posts/:id/comments', '/post/:id']) {
        const [known, other] = await Promise.all(
          [pictureId, unknown].map((id) => person.fetch(path.replace(':id', id))),
        )
        const texts = [await known!.text(), await other!.text()].map((text) =>
          text.replace(/nonce[^ >]*/g, ''),
        )
        expect([path, known!.status, texts[0]]).toEqual([path, other!.status, texts[1]])
        expect(known!.headers.get('content-length')).toBe(other!.headers.get('content-length'))
      }
      for (const path of [
        '/',
        '/sitemap.xml',
        '/robots.txt',
        '/rss',
        '/feed.xml',
        '/api/site',
        '/api/openapi.json',
      ])
        expect(await textAt(person, path)).not.toMatch(new RegExp(`${mark}|${video.mediaId}`))
    }
  })

  it('opens media to everyone signed in once the post opens', async () => {
    const { services, clock, people: cast } = club
    const { creator, otherCreator, admin, member, lapsed, newcomer, blocked } = cast
    const opensAt = new Date(clock.now().getTime() + hourMs)
    const of = (post: object) =>
      storedPost(services, { creatorId: creator.id, kind: 'video', files: [wholeVideo(1000)], ...post })
    const early = (await of({ opensAt })).addressOf('whole')
    const everyone = [member, lapsed, newcomer, blocked, club.visitor()]
    expect(await statuses(early, everyone)).toEqual([200, 403, 403, 403, 401])
    for (const status of ['processing', 'failed']) {
      const hidden = (await of({ status, opensAt: new Date(0) })).addressOf('whole')
      expect(await statuses(hidden, [creator, admin])).toEqual([200, 200])
      expect(await statuses(hidden, [otherCreator, ...everyone])).toEqual([404, 404, 403, 403, 403, 401])
    }
    clock.advance(hourMs + 1000)
    expect(await statuses(early, everyone)).toEqual([200, 200, 200, 403, 401])
    expect(await statuses(video.addressOf('stream'), everyone)).toEqual([200, 403, 403, 403, 401])
  })

  it('grants access to a canceled member exactly until the end [T-MD-06] [T-MD-07]', async () => {
    const { services, clock, people: cast } = club
    const { otherMember } = cast
    const standing = (change: Partial<typeof memberships.$inferInsert>) =>
      services.db.update(memberships).set(change).where(eq(memberships.personId, otherMember.id))
    const asked = async () => {
      const { status, headers } = await otherMember.fetch(video.addressOf('stream-key'), {
        headers: { 'if-none-match': '*' },
      })
      return [status, headers.get('etag') !== null]
    }
    const end = new Date(clock.now().getTime() + 2 * hourMs)
    await standing({ cancelAt: end, paidThrough: end })
    clock.advance(hourMs)
    expect(await asked()).toEqual([304, true])
    clock.advance(hourMs)
    expect(await asked()).toEqual([403, false])
    await standing({ cancelAt: null, paidThrough: new Date(end.getTime() + hourMs) })
    expect(await asked()).toEqual([304, true])
    await standing({ status: 'past_due', graceUntil: null })
    expect(await asked()).toEqual([403, false])
    await standing({ status: 'active' })
    expect(await asked()).toEqual([304, true])
    await services.db.update(people).set({ isBlocked: true }).where(eq(people.id, otherMember.id))
    expect(await asked()).toEqual([403, false])
    await services.db.update(people).set({ isBlocked: false }).where(eq(people.id, otherMember.id))
  })

  it('opens a marked clip to strangers, and nothing else of any media item [FRONT-4] [T-MD-01]', async () => {
    const { services, people: cast } = club
    const { creator, member } = cast
    const film = await storedPost(services, {
      creatorId: creator.id,
      kind: 'video',
      files: streamedVideo(),
      opensAt: club.clock.now(),
    })
    await services.db.update(media).set({ durationMs: 8000 }).where(eq(media.id, film.mediaId))
    const clipAt = (variant: string, id = film.id) => `/api/site/teasers/${id}/clip/${variant}`
    const visitor = club.visitor()
    for (const one of [visitor, member, creator])
      await one.call(api.gate.unlock, { body: { code: services.config.accessCode ?? '' } })
    const ofClips = new RegExp(clipAt('[a-z0-9-]+', '[a-f0-9-]{36}'), 'g')
    const clips = async () =>
      [...new Set((await textAt(visitor, '/api/site/teasers')).match(ofClips))].toSorted()
    expect(await clips()).toEqual([])
    expect(await statuses(clipAt('stream'), [visitor])).toEqual([404])

    const edit = (isClip: boolean) =>
      creator.call(api.posts.edit, { params: { id: film.id }, body: { isClip } })
    expect((await edit(true)).body.isClip).toBe(true)
    await expect.poll(clips).toEqual(['captions-en', 'poster-640', 'stream'].map((name) => clipAt(name)))
    const opened = streamedVideo()
      .filter(({ role }) => ['captions', 'poster', 'stream'].includes(role))
      .map(({ variant }) => clipAt(variant))
    expect(opened).toContain(clipAt('stream-key'))
    for (const address of opened)
      expect([address, await statuses(address, [visitor, member])]).toEqual([address, [200, 200]])
    const part = await visitor.fetch(clipAt('poster-640'), { headers: { range: 'bytes=10-19' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    const elsewhere = await visitor.fetch(clipAt('stream-key'), {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(elsewhere.status).toBe(403)

    const named = new Set((await crawl(member)).map((address) => address.split('/')[3]!))
    for (const variant of [...named, 'source'].filter((name) => !opened.includes(clipAt(name))))
      expect([variant, await statuses(clipAt(variant), [visitor, member])]).toEqual([variant, [404, 404]])
    for (const id of [video.id, moving.id, pictureId, film.mediaId])
      expect(await statuses(clipAt('stream', id), [visitor, creator])).toEqual([404, 404])
    for (const address of await crawl(member))
      expect([address, await statuses(address, [visitor])]).toEqual([address, [401]])
    expect(await crawl(visitor)).toEqual([])
    for (const path of ['/api/site/teasers', `/api/site/teasers/${film.id}`, ...opened]) {
      const answer = await visitor.fetch(path)
      const seen = JSON.stringify([...answer.headers]) + (await answer.text())
      expect(seen).not.toContain(film.mediaId)
    }

    await edit(false)
    await expect.poll(() => statuses(clipAt('whole'), [visitor])).toEqual([404])
    // The list of clips is cached for a moment.
    await expect.poll(clips).toEqual([])
  })

  it('knows a media item no more once its post is deleted [T-MD-01]', async () => {
    const { creator, member, admin } = club.people
    const found = await crawl(member)
    const every = await member.call(api.posts.list)
    for (const id of z
      .array(z.object({ id: z.string() }))
      .parse(every.body)
      .map((post) => post.id))
      expect((await creator.call(api.posts.remove, { params: { id } })).status).toBe(204)
    for (const one of [creator, member]) expect((await one.call(api.profiles.removeAvatar)).status).toBe(204)
    for (const address of found)
      for (const person of [member, creator, admin])
        for (const headers of [{}, { range: 'bytes=0-0' }, { 'if-none-match': '*' }])
          expect((await person.fetch(address, { headers })).status).toBe(404)
  })
})
