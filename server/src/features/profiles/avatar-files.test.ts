import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaFiles } from '#features/media/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Caller } from '#testing/caller.ts'
import type { Club } from '#testing/club.ts'
import { storedKeys } from '#testing/stored-files.ts'

const plain = (background = '#2255aa', width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background } })
const upload = (caller: Caller, file: Buffer) => {
  const body = new FormData()
  body.append('avatar', new Blob([new Uint8Array(file)]), 'me.png')
  return caller.call(api.profiles.uploadAvatar, { body })
}
const urlOf = async (caller: Caller) => (await caller.call(api.accounts.signedInUser)).body.profileImageUrl

const statusAt = async (caller: Caller, address: string) => {
  const answer = await caller.fetch(address)
  await answer.arrayBuffer()
  return answer.status
}

const answersTo = (path: string, callers: Caller[]) => Promise.all(callers.map((one) => statusAt(one, path)))

inBothStores('a profile picture comes', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  const stored = () => club.services.db.select().from(mediaFiles)
  it('puts another picture in the place of the one before, whose files go, and takes it away [PROF-3, PROF-1]', async () => {
    const { admin, member } = club.people
    const first = (await upload(admin, await plain('#111111').png().toBuffer())).body.profileImageUrl
    const before = (await stored()).length
    // Two at the same time: one of them stays, and nothing of the other.
    const file = await plain('#eeeeee').png().toBuffer()
    expect(
      (await Promise.all([upload(admin, file), upload(admin, file)])).map(({ status }) => status),
    ).toEqual([200, 200])
    const second = await urlOf(admin)
    expect(second).not.toBe(first)
    expect([await statusAt(member, second!), await statusAt(member, first)]).toEqual([200, 404])
    expect((await stored()).length).toBe(before)
    const named = async () => (await stored()).map(({ key }) => key).toSorted()
    await expect.poll(async () => (await storedKeys(club)).join()).toBe((await named()).join())

    for (let time = 0; time < 2; time += 1)
      expect((await admin.call(api.profiles.removeAvatar)).status).toBe(204)
    expect(await urlOf(admin)).toBeNull()
    expect(await statusAt(member, second!)).toBe(404)
    await expect.poll(async () => (await storedKeys(club)).join()).toBe((await named()).join())
  })

  it('is seen by members, and by those it shows [T-MD-01]', async () => {
    const { creator, member, lapsed, pastDue, newcomer, blocked } = club.people
    await creator.call(api.profiles.changePrivacy, { body: { privateProfile: true } })
    const file = await plain().png().toBuffer()
    const ofCreator = (await upload(creator, file)).body.profileImageUrl
    const ofLapsed = (await upload(lapsed, file)).body.profileImageUrl
    expect(
      await answersTo(ofCreator, [creator, member, lapsed, pastDue, newcomer, blocked, club.visitor()]),
    ).toEqual([200, 200, 403, 403, 403, 403, 401])
    expect(await answersTo(ofLapsed, [lapsed, member, newcomer])).toEqual([200, 200, 403])
    // An address that would be refused is not returned.
    const opensAt = club.clock.now()
    const post = { creatorId: creator.id, content: 'For all', contentType: 'text' } as const
    const id = await publishPost(club.services, post)
    await creator.call(api.posts.edit, { params: { id }, body: { opensAt: opensAt.toISOString() } })
    club.clock.advance(1000)
    expect((await lapsed.call(api.posts.show, { params: { id } })).body.creator.profileImageUrl).toBeNull()
    expect((await upload(blocked, file)).status).toBe(403)
    expect((await upload(club.visitor(), file)).status).toBe(401)
  })

  it('is stored separately even when others have the same file [T-MD-14]', async () => {
    const { creator, member, otherMember } = club.people
    const file = await plain('#123456', 800, 800).png().toBuffer()
    const form = new FormData()
    form.append('contentType', 'image')
    form.append('media', new Blob([new Uint8Array(file)]), 'paid.png')
    const paid = (await creator.call(api.posts.publish, { body: form })).body
    const mine = (await upload(member, file)).body.profileImageUrl
    const theirs = (await upload(otherMember, file)).body.profileImageUrl
    const ids = [paid.media!.url, mine, theirs].map((url) => url.split('/')[2])
    expect(new Set(ids).size).toBe(3)
    await member.call(api.profiles.removeAvatar)
    await creator.call(api.posts.remove, { params: { id: paid.id } })
    expect(await statusAt(member, mine)).toBe(404)
    expect(await statusAt(member, theirs)).toBe(200)
  })
})
