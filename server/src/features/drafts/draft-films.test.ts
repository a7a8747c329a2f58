import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clip, hasFfmpeg, recording } from '#testing/clips.ts'
import { type Club, openClub } from '#testing/club.ts'
import { attach, blank, newDraft } from '#testing/draft-desk.ts'
import { listenIn } from '#testing/received.ts'

describe.skipIf(!hasFfmpeg)('what is made of the file of a draft', () => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
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
