import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, recording } from '#testing/clips.ts'
import { type Club, openClub } from '#testing/club.ts'
import { attach, blank, newDraft, picture } from '#testing/new-draft.ts'
import { listenIn } from '#testing/received.ts'
import { sendResumably } from '#testing/resumable.ts'

describe.skipIf(!hasFfmpeg)('what is made of the file of a draft', () => {
  let club: Club
  beforeAll(async () => {
    club = await openClub({ PATH: process.env['PATH'] ?? '' })
  })
  afterAll(() => club.close())

  const show = async (id: string) =>
    (await club.people.creator.call(api.drafts.show, { params: { id } })).body
  const publish = (id: string, mediaId: string | null) =>
    club.people.creator.call(api.drafts.publish, { params: { id }, body: { version: 1, mediaId } })

  it('processes a draft’s video, notifies its creator and publishes the result [UPL-4] [DESK-2]', async () => {
    const { creator } = club.people
    const { id } = await newDraft(creator)
    const heard = listenIn(club)
    const attached = await attach(creator, id, await clip())
    expect(attached.body).toMatchObject({ mediaType: 'video', status: 'processing', media: null })
    await expect.poll(async () => (await show(id)).status).toBe('ready')
    const said = (await heard.soFar()).map(({ audience, message }) => ({ audience, type: message.type }))
    expect(new Set(said.map(({ type }) => type))).toEqual(new Set(['draft_changed']))
    expect(said.every(({ audience }) => typeof audience === 'object' && audience.person === creator.id)).toBe(
      true,
    )
    // Its stream is there, too: members read the playlist.
    await club.services.jobs.settled()
    const { body } = await publish(id, attached.body.mediaId)
    expect(body).toMatchObject({ status: 'ready', mediaType: 'video' })
    expect((await club.people.member.fetch(body.mediaUrl!)).status).toBe(200)
  })

  it('publishes by hand before its recording is ready: members get it when it is [DESK-3]', async () => {
    const { creator, member } = club.people
    const { id } = await newDraft(creator)
    const { mediaId } = (await attach(creator, id, await recording('mp3'))).body
    const { status, body } = await publish(id, mediaId)
    expect([status, body.mediaType]).toEqual([200, 'audio'])
    const seen = async () => (await member.call(api.posts.show, { params: { id } })).status
    await expect.poll(seen).toBe(200)
  })

  it('publishes a gallery without its broken files, which say why and are replaced [GAL-2]', async () => {
    const { creator, member } = club.people
    const { id } = await newDraft(creator)
    const params = { id }
    const add = async (file: Uint8Array, replaces?: string) => {
      const uploadId = await sendResumably(creator, file)
      return creator.call(api.drafts.addPart, { params, body: { uploadId, ...(replaces && { replaces }) } })
    }
    await add(await picture('#114477'))
    const film = await clip({ seconds: 2, args: ['-movflags', '+faststart'] })
    // One ends early, one is another thing than it says, and one is half a picture.
    const cut = (await add(film.subarray(0, film.indexOf('mdat') + 8))).body.parts[1]!
    expect((await add(Buffer.from('<svg onload=alert(1)>'))).message).toBe(
      'Please select a picture, a video or a recording.',
    )
    const half = await picture('#771144')
    expect((await add(half.subarray(0, half.length / 2))).message).toBe(
      'This picture could not be read. Please try another file.',
    )
    await add(await picture('#447711'))
    const states = async () => (await show(id)).parts.map(({ mediaType, status }) => `${mediaType} ${status}`)
    await expect.poll(states).toEqual(['image ready', 'video failed', 'image ready'])
    expect((await show(id)).parts[1]!.problem).toMatch(/^This (video|file) [a-z ]+\.$|^There is no picture/)
    const draft = await show(id)
    const ids = draft.parts.map((part) => part.id)
    const body = { version: draft.version, mediaId: draft.mediaId, parts: ids }
    const { body: post } = await creator.call(api.drafts.publish, { params, body })
    expect(post).toMatchObject({ status: 'ready', gallery: { count: 3 } })
    const seen = (await member.call(api.posts.show, { params })).body.gallery!.parts
    expect(seen.map((part) => part.id)).toEqual([ids[0], ids[2]])

    const other = await newDraft(creator)
    params.id = other.id
    const broken = (await add(film.subarray(0, film.indexOf('mdat') + 8))).body.parts[0]!
    await expect.poll(async () => (await show(other.id)).status).toBe('failed')
    await add(film, broken.id)
    await expect.poll(async () => (await show(other.id)).status).toBe('ready')
    expect((await show(other.id)).parts).toHaveLength(1)
    expect(cut.mediaType).toBe('video')
  })

  it('says why a file failed and tries again when it is asked to [DESK-2]', async () => {
    const { creator } = club.people
    const { id } = await newDraft(creator)
    const head = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypmp42\0\0\0\0mp42isom', 'latin1'),
    ])
    await attach(creator, id, Buffer.concat([head, Buffer.alloc(5000, 'off side')]))
    await expect.poll(async () => (await show(id)).status).toBe('failed')
    expect((await show(id)).problem).toMatch(/\w{4,}/)
    const again = await creator.call(api.drafts.prepareAgain, { params: { id } })
    expect(again).toMatchObject({ status: 200, body: { status: 'processing' } })
    await expect.poll(async () => (await show(id)).status).toBe('failed')
    await creator.call(api.drafts.removeFile, { params: { id } })
    expect((await creator.call(api.drafts.prepareAgain, { params: { id } })).status).toBe(409)
    expect(
      (await creator.call(api.drafts.save, { params: { id: randomUUID() }, body: { version: 0, ...blank } }))
        .status,
    ).toBe(200)
  })
})
