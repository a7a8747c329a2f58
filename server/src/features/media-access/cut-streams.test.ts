import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { people } from '#features/people/schema.ts'
import { blockPerson, unblockPerson } from '#features/blocks/block-person.ts'
import type { Caller } from '#testing/caller.ts'
import { inBothStores, openWithDisk } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { otherProcess } from '#testing/other-process.ts'
import { readAtPaceOf, readSlowly } from '#testing/slow-reader.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'

const megabyte = 1024 * 1024
const pace = 200_000
const patienceMs = 120_000

inBothStores('streams in two processes come', (open) => {
  let club: Club
  let other: Awaited<ReturnType<typeof otherProcess>>
  beforeAll(async () => {
    club = await open()
    other = await otherProcess(club)
  })
  afterAll(async () => {
    await other.close()
    await club.close()
  })

  const newVideo = (size: number) =>
    storedPost(club.services, { creatorId: club.people.creator.id, kind: 'video', files: [wholeVideo(size)] })

  const setBlocked = ({ id: personId }: Caller, isBlocked: boolean) => {
    const change = { actorId: club.people.admin.id, personId, reason: null }
    return isBlocked
      ? blockPerson(club.services, { ...change, until: null })
      : unblockPerson(club.services, change)
  }

  it('opens nothing to the blocked from the next request on, in another process too [T-MD-07]', async () => {
    const { member } = club.people
    const video = await newVideo(1000)
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = async (url: string) => {
      const { status } = await fetch(new URL(video.addressOf('whole'), url), { headers: { cookie } })
      return status
    }
    expect([await asked(club.url), await asked(other.url)]).toEqual([200, 200])
    // No notification is sent: access is checked with each request.
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, member.id))
    expect([await asked(other.url), await asked(club.url)]).toEqual([403, 403])
    await setBlocked(member, false)
    expect([await asked(other.url), await asked(club.url)]).toEqual([200, 200])
  })

  it('sends less than 2 MB to a slow reader after access ends [T-MD-05] [LIVE-3] [BLK-2]', async () => {
    const { creator, member, otherMember, admin } = club.people
    const [kept, removed] = [await newVideo(16 * megabyte), await newVideo(16 * megabyte)]
    const read = (url: string, caller: Caller, video = kept) =>
      readAtPaceOf(pace, url, video.addressOf('whole'), caller)
    const staying = await read(other.url, admin)
    const leaving = await Promise.all([
      read(club.url, member),
      read(other.url, member),
      read(club.url, otherMember),
      read(other.url, otherMember),
      read(club.url, creator, removed),
      read(other.url, creator, removed),
    ])
    // In the middle of it: longer than until everybody new is looked at once more.
    await vi.waitUntil(() => leaving.every((reader) => reader.received() > 2 * pace), patienceMs)
    const before = await Promise.all(leaving.map((reader) => reader.arrived()))
    await setBlocked(member, true)
    await otherMember.call(api.accounts.logout)
    await admin.call(api.posts.remove, { params: { id: removed.id } })
    await vi.waitUntil(() => leaving.every((reader) => reader.isCut()), patienceMs)
    const more = leaving.map((reader, index) => reader.received() - before[index]!)
    expect(more.filter((bytes) => bytes >= 2_000_000)).toEqual([])
    const soFar = staying.received()
    await vi.waitUntil(() => staying.received() > soFar + pace, patienceMs)
    expect(staying.isCut()).toBe(false)
    staying.hangUp()
    await setBlocked(member, false)
  })

  it('fails fast for a lost file and alerts the admins [T-MD-16]', async () => {
    const { services, people: cast } = club
    const { creator, admin } = cast
    const [short, whole] = [await newVideo(50_000), await newVideo(9)]
    const shorter = services.media.tempPath()
    await writeFile(shorter, Buffer.alloc(20_000))
    await services.media.putFile(`${short.mediaId}/whole`, shorter)
    const ask = (range?: string) =>
      creator.fetch(short.addressOf('whole'), range ? { headers: { range } } : undefined)
    const refused = await ask()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({
      message: 'This cannot be shown right now. Please try again.',
    })
    expect([(await ask('bytes=10000-19999')).status, (await ask('bytes=19990-20000')).status]).toEqual([
      206, 503,
    ])
    const damaged = async () => (await admin.call(api.media.health)).body.damaged
    await expect
      .poll(async () => (await damaged()).map(({ id, kind }) => ({ id, kind })), { timeout: patienceMs })
      .toEqual([{ id: short.mediaId, kind: 'video' }])
    expect((await creator.fetch(whole.addressOf('whole'))).status).toBe(200)
    await creator.call(api.posts.remove, { params: { id: short.id } })
    expect(await damaged()).toEqual([])
  })
})

// A bucket gives what it had when it was asked, whatever becomes of it meanwhile.
it('a truncated file on disk cuts the stream and alerts the admins [T-MD-16]', async () => {
  const club = await openWithDisk()
  const { services, url, people: cast } = club
  const { mediaId, addressOf } = await storedPost(services, {
    creatorId: cast.creator.id,
    kind: 'video',
    files: [wholeVideo(40 * megabyte)],
  })
  const reader = await readSlowly(url, addressOf('whole'), cast.creator)
  const place = services.media.placeOf(`${mediaId}/whole`)!
  await truncate(join(services.config.dataDir, 'media', 'files', place), 10 * megabyte)
  expect(await reader.rest()).toMatchObject({ isCut: true })
  await expect
    .poll(async () => (await cast.admin.call(api.media.health)).body.damaged.map(({ id }) => id), {
      timeout: patienceMs,
    })
    .toEqual([mediaId])
  await club.close()
})
