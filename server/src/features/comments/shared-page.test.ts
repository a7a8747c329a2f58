import { api } from '@touchline/contract/api.ts'
import type { Thread } from '@touchline/contract/comments.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { people as persons } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { callerAt, separateProcess } from '#testing/other-process.ts'
import { writtenComment, writtenPost } from '#testing/written-content.ts'
import { commentMentions, comments } from './schema.ts'

let club: Club
let other: Awaited<ReturnType<typeof separateProcess>>
beforeAll(async () => {
  club = await openClub()
  other = await separateProcess(club)
})
afterAll(async () => {
  await other.close()
  await club.close()
})

/** The first page as each process shows it, from its cache. */
async function readAs(who: Caller, id: string): Promise<Thread[]> {
  const [here, there] = await Promise.all(
    [club.url, other.url].map(async (url) => callerAt(url, who).call(api.comments.list, { params: { id } })),
  )
  expect(there!.body).toEqual(here!.body)
  return here!.body
}

it('shows every change of a first page to the next member who reads it [CMT-1]', async () => {
  const { member, otherMember: reader, creator, otherCreator, moderator } = club.people
  const { db } = club.services
  const id = await writtenPost(club)
  const read = () => readAs(reader, id)
  const add = async (who: typeof member, content: string, more = {}) =>
    (await who.call(api.comments.add, { params: { id }, body: { content, ...more } })).body
  const called = (personId: string, firstName: string) =>
    db.update(persons).set({ firstName }).where(eq(persons.id, personId))

  const first = await add(member, 'First')
  expect(await read()).toMatchObject([{ content: 'First', likesCount: 0, isAnswered: false, replies: [] }])
  await creator.call(api.comments.like, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ likesCount: 1, isLiked: false }])
  await called(member.id, 'Mira')
  expect(await read()).toMatchObject([{ user: { firstName: 'Mira' } }])
  const mentions = [{ id: member.id, name: 'Mira' }]
  const answer = await add(creator, 'Well said, @Mira', { replyToId: first.id, mentions })
  expect(await read()).toMatchObject([
    { isAnswered: true, repliesCount: 1, replies: [{ content: 'Well said, @Mira' }] },
  ])
  const { version } = first
  const edit = { content: 'First, edited', version }
  expect((await member.call(api.comments.edit, { params: { id: first.id }, body: edit })).status).toBe(200)
  expect(await read()).toMatchObject([{ content: 'First, edited', version: version + 1 }])
  const toCreator = { replyToId: first.id, mentions: [{ id: otherCreator.id, name: 'Robin' }] }
  await db.update(posts).set({ creatorId: otherCreator.id }).where(eq(posts.id, id))
  await add(member, 'And you, @Robin?', toCreator)
  expect(await read()).toMatchObject([{ replies: [{}, { content: 'And you, @Robin?' }] }])
  await called(otherCreator.id, 'Rosa')
  expect(await read()).toMatchObject([{ isAnswered: false, replies: [{}, { content: 'And you, @Rosa?' }] }])
  await add(member, 'Third reply', { replyToId: first.id })
  expect(await read()).toMatchObject([{ repliesCount: 3 }])
  await add(member, 'Fourth reply', { replyToId: first.id })
  expect(await read()).toMatchObject([{ repliesCount: 4, isAnswered: false }])
  const last = await add(otherCreator, 'Fifth reply', { replyToId: first.id })
  expect(await read()).toMatchObject([{ repliesCount: 5, isAnswered: true }])
  await otherCreator.call(api.comments.withdraw, { params: { id: last.id } })
  expect(await read()).toMatchObject([{ repliesCount: 4, isAnswered: false }])
  await otherCreator.call(api.comments.pin, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ isPinned: true }])
  await creator.call(api.comments.withdraw, { params: { id: answer.id } })
  expect(await read()).toMatchObject([{ repliesCount: 3 }])

  await reader.call(api.comments.like, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ likesCount: 2, isLiked: true }])
  await reader.call(api.comments.unlike, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ likesCount: 1, isLiked: false, isMuted: false }])
  await reader.call(api.comments.mute, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ isMuted: true }])
  await reader.call(api.comments.unmute, { params: { id: first.id } })
  expect(await read()).toMatchObject([{ isMuted: false }])
  await reader.call(api.comments.hide, { params: { id: member.id } })
  expect(await read()).toMatchObject([{ isHidden: true, content: '' }])
  await reader.call(api.comments.unhide, { params: { id: member.id } })
  expect(await read()).toMatchObject([{ isHidden: false, content: 'First, edited' }])

  await db.update(commentMentions).set({ personId: null })
  expect(await read()).toMatchObject([{ replies: [{ content: 'And you, a former member?' }, {}, {}] }])
  await moderator.call(api.comments.remove, { params: { id: first.id } })
  const left = await read()
  expect(left.every(({ isRemoved }) => isRemoved)).toBe(true)
  const second = await add(member, 'Second')
  const contents = async () => (await read()).map(({ content }) => content)
  expect(await contents()).toContain('Second')
  await db.delete(comments).where(eq(comments.id, second.id))
  expect(await contents()).not.toContain('Second')
  await db.update(posts).set({ status: 'unpublished' }).where(eq(posts.id, id))
  expect((await reader.call(api.comments.list, { params: { id } })).status).toBe(404)
})

it('reads the comments of an unchanged page once, and never shows what one member sees to another', async () => {
  const { member, otherMember, creator } = club.people
  const id = await writtenPost(club)
  const params = { id }
  const said = await creator.call(api.comments.add, { params, body: { content: 'Welcome' } })
  const read = (who: Caller) => readAs(who, id)
  await member.call(api.comments.like, { params: { id: said.body.id } })
  expect([await read(member), await read(otherMember)]).toMatchObject([
    [{ isLiked: true }],
    [{ isLiked: false }],
  ])
  const expectShared = async () => {
    await read(otherMember)
    const queries = vi.spyOn(club.services.db.shortReads.$client, 'query')
    expect(await read(otherMember)).toMatchObject([
      { content: 'Welcome', likesCount: 1, isLiked: false, isMuted: false },
    ])
    expect(queries.mock.calls).toMatchObject([[{ name: 'session_versions' }, expect.anything()]])
    queries.mockRestore()
  }
  await expectShared()
  // After muting and unmuting, and hiding and unhiding, a member shares the page again.
  await otherMember.call(api.comments.mute, { params: { id: said.body.id } })
  expect(await read(otherMember)).toMatchObject([{ isMuted: true }])
  await otherMember.call(api.comments.unmute, { params: { id: said.body.id } })
  await expectShared()
  // Only people with a comment can be hidden.
  await writtenComment(club, 'On another post')
  await otherMember.call(api.comments.hide, { params: { id: member.id } })
  await read(otherMember)
  await otherMember.call(api.comments.unhide, { params: { id: member.id } })
  await expectShared()
  expect(await read(member)).toMatchObject([{ isLiked: true }])
  expect(await read(creator)).toMatchObject([{ user: { email: expect.any(String) } }])
})
