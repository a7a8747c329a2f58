import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { picture } from '#testing/new-draft.ts'

const dayMs = 24 * 60 * 60 * 1000

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

async function newPicture(fields: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ contentType: 'image', ...fields })) body.append(name, value)
  body.append('media', new Blob([new Uint8Array(await picture())]), 'photo.png')
  return club.people.creator.call(api.posts.publish, { body })
}
const edit = (id: string, body: Record<string, unknown>, caller = club.people.creator) =>
  caller.call(api.posts.edit, { params: { id }, body })

it('opens a post and its picture to everyone signed in on its day, and closes it again [FEED-1] [T-MD-01] [DESK-5]', async () => {
  const { member, lapsed, newcomer, otherCreator, admin } = club.people
  const { body: post } = await newPicture()
  const opensAt = new Date(club.clock.now().getTime() + dayMs).toISOString()
  expect((await edit(post.id, { opensAt }, otherCreator)).status).toBe(403)
  expect(await edit(post.id, { opensAt })).toMatchObject({ status: 200, body: { opensAt, content: '' } })
  const answers = async () =>
    Promise.all(
      [member, lapsed, newcomer, club.visitor()].map(async (person) => [
        (await person.call(api.posts.show, { params: { id: post.id } })).status,
        (await person.fetch(post.mediaUrl!)).status,
      ]),
    )
  const [yes, no, signedOut] = [
    [200, 200],
    [403, 403],
    [401, 401],
  ]
  expect(await answers()).toEqual([yes, no, no, signedOut])
  club.clock.advance(dayMs)
  expect(await answers()).toEqual([yes, yes, yes, signedOut])
  expect((await lapsed.call(api.posts.list, { query: { page: 1 } })).status).toBe(403)
  expect(await edit(post.id, { opensAt: null }, admin)).toMatchObject({
    status: 200,
    body: { opensAt: null },
  })
  expect(await answers()).toEqual([yes, no, no, signedOut])
})

it('describes its picture when it is published and when it is edited [UPL-1] [FEED-4]', async () => {
  const { body: post } = await newPicture({ mediaAlt: ' A flag in the wind ' })
  expect(post.mediaAlt).toBe('A flag in the wind')
  expect((await edit(post.id, { title: 'Flag' })).body.mediaAlt).toBe('A flag in the wind')
  expect((await edit(post.id, { mediaAlt: '😀'.repeat(1000) })).body.mediaAlt).toBe('😀'.repeat(1000))
  for (const nothing of ['', '  ', null])
    expect((await edit(post.id, { mediaAlt: nothing })).body.mediaAlt).toBeNull()
})

it('explains why a date or description is refused, and changes nothing [T-IN-01] [T-IN-02] [T-IN-08]', async () => {
  const { body: post } = await newPicture({ mediaAlt: 'As it was' })
  const bad = [
    ...['x'.repeat(1001), '\u0000', '\ud800', 7, ['x'], {}].map((mediaAlt) => ({ mediaAlt })),
    ...['soon', '', 7, [], '2027-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '9999-01-01T00:00:00Z'].map(
      (opensAt) => ({
        opensAt,
      }),
    ),
  ]
  for (const part of bad) {
    const answer = await edit(post.id, part)
    expect([part, answer.status, answer.message.length > 5]).toEqual([part, 400, true])
  }
  expect((await newPicture({ mediaAlt: 'x'.repeat(1001) })).status).toBe(400)
  const { body: now } = await club.people.creator.call(api.posts.show, { params: { id: post.id } })
  expect(now).toEqual(post)
})
