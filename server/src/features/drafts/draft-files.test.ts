import { createHash, randomBytes } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { media, mediaFiles } from '#features/media/schema.ts'
import { postParts, posts } from '#features/posts/schema.ts'
import { uploads } from '#features/posts/uploads/upload-schema.ts'
import type { Caller } from '#testing/caller.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { attach, newDraft, picture } from '#testing/new-draft.ts'
import { beginUpload, cancelUpload, sendResumably } from '#testing/resumable.ts'
import { storedKeys, unfinishedFiles } from '#testing/stored-files.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { draftParts, drafts } from './schema.ts'

inBothStores('the file of a draft is kept', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub({ CREATOR_QUOTA_MB: '20' })
  })
  afterAll(() => club.close())

  const show = async (id: string) =>
    (await club.people.creator.call(api.drafts.show, { params: { id } })).body
  const publish = (id: string, mediaId: string | null) =>
    club.people.creator.call(api.drafts.publish, { params: { id }, body: { version: 1, mediaId } })
  const mediaItemOf = async (id: string) =>
    (
      await club.services.db
        .select({ id: draftParts.mediaId })
        .from(draftParts)
        .where(eq(draftParts.draftId, id))
    )[0]!.id
  /** No file without a row, and nothing left of what was sent. */
  const isTidy = () =>
    expect
      .poll(async () => {
        const rows = await club.services.db.select().from(mediaFiles)
        const stored = rows.filter(({ sealed }) => sealed === null).length
        return {
          files: (await storedKeys(club)).length - stored,
          parts: await unfinishedFiles(club, 'parts'),
          temp: await unfinishedFiles(club, 'temp'),
        }
      })
      .toEqual({ files: 0, parts: [], temp: [] })

  it('opens the file of a draft to its creator and admins, and to everybody else as one that is not there [T-MD-01] [T-MD-02] [T-MD-03] [DESK-2]', async () => {
    const { creator, otherCreator, admin, member, lapsed, pastDue, newcomer, blocked } = club.people
    const file = await picture('#11aa44')
    // One that is open to everybody signed in from the moment it is published: not before.
    const { id } = await newDraft(creator, { opensAt: '2020-01-01T00:00:00Z' })
    const { body } = await attach(creator, id, file)
    const addresses = body.media!.sources.map(({ url }) => url)
    expect(addresses.length).toBeGreaterThan(2)
    const unknown = `/media/${randomBytes(16).toString('base64url')}/640`
    const hash = `/media/${createHash('sha256').update(file).digest('hex').slice(0, 22)}/640`
    const ways = [
      {},
      { method: 'HEAD' },
      { headers: { range: 'bytes=0-0' } },
      { headers: { 'if-none-match': '*' } },
    ]
    const answersTo = async (person: Caller, address: string) =>
      Promise.all(
        ways.map(async (way) => {
          const answer = await person.fetch(address, way)
          const { headers } = answer
          return [answer.status, headers.get('etag'), headers.get('content-length'), await answer.text()]
        }),
      )
    for (const person of [otherCreator, member, lapsed, pastDue, newcomer, blocked, club.visitor()]) {
      const nothing = await answersTo(person, unknown)
      expect(nothing.map(([status]) => status)).not.toContain(200)
      for (const address of [...addresses, hash]) expect(await answersTo(person, address)).toEqual(nothing)
    }
    for (const person of [creator, admin])
      for (const address of addresses) expect((await person.fetch(address)).status).toBe(200)

    const published = await publish(id, body.mediaId)
    // The same addresses, now by the rules of the post.
    expect(published.body.media!.sources.map(({ url }) => url)).toEqual(addresses)
    for (const person of [member, otherCreator, lapsed])
      expect((await person.fetch(addresses[0]!)).status).toBe(200)
    expect((await club.visitor().fetch(addresses[0]!)).status).toBe(401)
  })

  it('is open to its creator at every moment of being published [T-MD-01] [DESK-3]', async () => {
    const { people, services } = club
    const { id } = await newDraft(people.creator)
    const { url } = (await attach(people.creator, id, await picture('#aa1144'))).body.media!.sources[0]!
    const row = { id, creatorId: people.creator.id, content: '', mediaType: 'image' as const }
    const mediaId = await mediaItemOf(id)
    const { asked } = await services.db.transaction(async (tx) => {
      // A reader of the draft now waits until it is a post.
      await tx.execute(sql`lock table drafts in access exclusive mode`)
      const asking = people.creator.fetch(url)
      await expect.poll(() => waitingForALock(club)).toBe(1)
      await tx.delete(drafts).where(eq(drafts.id, id))
      await tx.insert(posts).values({ ...row, createdAt: services.clock.now() })
      await tx.insert(postParts).values({ mediaId, postId: id, position: 0 })
      return { asked: asking }
    })
    expect((await asked).status).toBe(200)
  })

  it('is published only as its creator saw it: with that file, or without one [DESK-3]', async () => {
    const { creator } = club.people
    const { id } = await newDraft(creator)
    const refusal = {
      status: 409,
      message:
        'The file of this draft was changed in another place meanwhile. Please look at it before you publish it.',
    }
    const first = (await attach(creator, id, await picture('#aa1100'))).body.mediaId
    expect(await publish(id, null)).toMatchObject(refusal)
    const second = (await attach(creator, id, await picture('#00aa11'))).body.mediaId
    expect(await publish(id, first)).toMatchObject(refusal)
    await creator.call(api.drafts.removeFile, { params: { id } })
    expect(await publish(id, second)).toMatchObject(refusal)
    const body: Record<string, unknown> = { version: 1 }
    expect((await creator.call(api.drafts.publish, { params: { id }, body })).status).toBe(400)
    expect(await publish(id, null)).toMatchObject({ status: 200, body: { mediaType: 'text' } })
  })

  it('is attached once, however often and how many at once ask, and replaced and taken away without a trace [DESK-2]', async () => {
    const { creator } = club.people
    const { db } = club.services
    const { id } = await newDraft(creator)
    const uploadId = await sendResumably(creator, await picture())
    const answers = await Promise.all(
      [1, 2, 3].map(() => creator.call(api.drafts.attachFile, { params: { id }, body: { uploadId } })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const first = await mediaItemOf(id)
    expect((await creator.call(api.drafts.attachFile, { params: { id }, body: { uploadId } })).status).toBe(
      200,
    )
    expect(await mediaItemOf(id)).toBe(first)
    expect(await db.select().from(uploads).where(eq(uploads.id, uploadId))).toEqual([])

    expect((await attach(creator, id, await picture('#dd2211'))).body).toMatchObject({
      mediaType: 'image',
      version: 1,
    })
    expect(await db.select().from(media).where(eq(media.id, first))).toEqual([])
    const second = await mediaItemOf(id)
    expect((await creator.fetch(`/media/${first}/640`)).status).toBe(404)
    const without = await creator.call(api.drafts.removeFile, { params: { id } })
    expect(without).toMatchObject({ status: 200, body: { mediaType: 'text', media: null, status: 'ready' } })
    expect(await db.select().from(media).where(eq(media.id, second))).toEqual([])

    await attach(creator, id, await picture('#22dd11'))
    const third = await mediaItemOf(id)
    await creator.call(api.drafts.remove, { params: { id } })
    expect(await db.select().from(media).where(eq(media.id, third))).toEqual([])
    await isTidy()
  })

  it('rejects unsupported files, foreign uploads and incomplete uploads [T-UP-01] [DESK-2]', async () => {
    const { creator, otherCreator } = club.people
    const { id } = await newDraft(creator)
    const tryTo = (uploadId: string) =>
      creator.call(api.drafts.attachFile, { params: { id }, body: { uploadId } })
    const words = await sendResumably(creator, Buffer.from('no picture at all'))
    expect(await tryTo(words)).toMatchObject({
      status: 415,
      message: 'Please select a picture, a video or a recording.',
    })
    expect(await tryTo(words)).toMatchObject({ status: 404, message: 'Upload not found' })
    const theirs = await sendResumably(otherCreator, await picture())
    expect((await tryTo(theirs)).status).toBe(404)
    const begun = (await beginUpload(creator, 1000)).headers.get('location')!
    expect((await tryTo(begun.split('/').at(-1)!)).status).toBe(409)
    expect(await cancelUpload(creator, begun)).toBe(204)
    expect(await cancelUpload(otherCreator, `/api/uploads/${theirs}`)).toBe(204)
    for (const bad of ['', 'x'.repeat(65), '\u0000', 7, null]) {
      const body: Record<string, unknown> = { uploadId: bad }
      expect((await creator.call(api.drafts.attachFile, { params: { id }, body })).status).toBe(400)
    }
    expect(await show(id)).toMatchObject({ mediaType: 'text', media: null })
    await creator.call(api.drafts.remove, { params: { id } })
  })

  it('leaves nothing behind when the draft is removed while its file is being stored [DESK-2]', async () => {
    const { creator } = club.people
    const { id } = await newDraft(creator)
    const uploadId = await sendResumably(creator, await picture())
    const [attached, removed] = await Promise.all([
      creator.call(api.drafts.attachFile, { params: { id }, body: { uploadId } }),
      creator.call(api.drafts.remove, { params: { id } }),
    ])
    expect([200, 404]).toContain(attached.status)
    expect(removed.status).toBe(204)
    await cancelUpload(creator, `/api/uploads/${uploadId}`)
    await isTidy()
  })

  it('counts against the quota [DESK-2]', async () => {
    const { creator } = club.people
    const { id } = await newDraft(creator)
    const fitsIn = async () => (await beginUpload(creator, 15_000_000)).headers.get('location')
    const location = await fitsIn()
    expect(location).not.toBeNull()
    await cancelUpload(creator, location!)
    await attach(creator, id, await picture())
    await club.services.db
      .update(mediaFiles)
      .set({ bytes: 5_000_000 })
      .where(eq(mediaFiles.mediaId, await mediaItemOf(id)))
    expect(await fitsIn()).toBeNull()
    await creator.call(api.drafts.remove, { params: { id } })
    expect(await fitsIn()).not.toBeNull()
  })
})
