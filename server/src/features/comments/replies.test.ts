import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { writtenPost } from '#testing/written-content.ts'
import { people as persons } from '#features/people/schema.ts'
import { addComment } from './add-comment.ts'
import { withReferences } from './mentions.ts'
import { setMuted } from './quiet.ts'
import { comments, hiddenPeople } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const newPost = () => writtenPost(club)
const countOn = async (id: string) =>
  (await club.people.member.call(api.posts.show, { params: { id } })).body.commentsCount
let second = 0
/** Says something one second after the last thing said. */
const say = (postId: string, content: string, replyToId?: string) => {
  second += 1
  const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, second))
  return addComment(club.services, {
    postId,
    personId: club.people.member.id,
    content,
    replyToId,
    createdAt,
  })
}

it('puts a reply to a reply under the first comment [CMT-1]', async () => {
  const { member, otherMember } = club.people
  const id = await newPost()
  const first = await say(id, 'First')
  await say(id, 'Second')
  const answer = (content: string, replyToId: string) =>
    otherMember.call(api.comments.add, { params: { id }, body: { content, replyToId } })
  const reply = await answer('To the first', first.id)
  expect(reply).toMatchObject({ status: 201, body: { replyToId: first.id, content: 'To the first' } })
  expect((await answer('To the reply', reply.body.id)).body.replyToId).toBe(first.id)

  const { body } = await member.call(api.comments.list, { params: { id } })
  expect(body.map(({ content, repliesCount }) => [content, repliesCount])).toEqual([
    ['First', 2],
    ['Second', 0],
  ])
  expect(body[0]!.replies.map(({ content }) => content)).toEqual(['To the first', 'To the reply'])
  expect(await countOn(id)).toBe(4)
  const alone = await member.call(api.comments.show, { params: { id: first.id } })
  expect(alone.body).toEqual(body[0])
})

it('rejects a reply to a comment of another post [CMT-1]', async () => {
  const { otherMember } = club.people
  const [id, elsewhere] = [await newPost(), await newPost()]
  const there = await say(elsewhere, 'Somewhere else')
  for (const replyToId of [there.id, '0190b0d0-0000-7000-8000-000000000000', 'no-such-comment'])
    expect(
      await otherMember.call(api.comments.add, { params: { id }, body: { content: 'Hello?', replyToId } }),
    ).toMatchObject({ status: 404, message: 'The comment you are answering is no longer there.' })
  expect([await countOn(id), await countOn(elsewhere)]).toEqual([0, 1])
})

it('pages replies oldest first, after one of them [CMT-1]', async () => {
  const { member } = club.people
  const id = await newPost()
  const [first, other] = [await say(id, 'First'), await say(id, 'Other')]
  for (let count = 1; count <= 8; count += 1) await say(id, `Reply ${count}`, first.id)
  const { body } = await member.call(api.comments.list, { params: { id } })
  const [shown] = body
  expect(shown).toMatchObject({ repliesCount: 8 })
  expect(shown!.replies.map(({ content }) => content)).toEqual(['Reply 1', 'Reply 2', 'Reply 3'])
  const read = async (after?: string, limit?: number) =>
    (await member.call(api.comments.replies, { params: { id: first.id }, query: { after, limit } })).body
  const more = await read(shown!.replies[2]!.id, 3)
  expect(more.map(({ content }) => content)).toEqual(['Reply 4', 'Reply 5', 'Reply 6'])
  expect((await read(more[2]!.id)).map(({ content }) => content)).toEqual(['Reply 7', 'Reply 8'])
  expect(await read()).toHaveLength(8)
  expect(await read((await read()).at(-1)!.id)).toEqual([])
  const capitals = { params: { id: first.id.toUpperCase() }, query: { after: more[2]!.id.toUpperCase() } }
  expect((await member.call(api.comments.replies, capitals)).body).toHaveLength(2)
  const before = { params: { id: id.toUpperCase() }, query: { before: other.id } }
  expect((await member.call(api.comments.list, before)).body).toMatchObject([{ id: first.id }])
  for (const after of [other.id, first.id, 'x'])
    expect(
      (await member.call(api.comments.replies, { params: { id: first.id }, query: { after } })).status,
    ).toBe(404)
})

it('shows mentioned people by their current name and hides erased ones [CMT-7]', async () => {
  const { services, people: cast } = club
  const { member, otherMember, creator, admin, newcomer } = cast
  const id = await newPost()
  const first = await say(id, 'Who was it?')
  const people = await otherMember.call(api.comments.people, { params: { id: first.id } })
  expect(people.body).toEqual([
    { id: creator.id, name: 'Sam' },
    { id: member.id, name: expect.stringMatching(/^\w+$/) },
  ])
  expect(JSON.stringify(people.body)).not.toContain('@')
  const { name } = people.body[1]!
  const content = `@${name} it was you, @${name}. @Stranger @{7}`
  const mentions = [...people.body, { id: newcomer.id, name: 'Stranger' }]
  const add = { params: { id }, body: { content, replyToId: first.id, mentions } }
  const reply = await otherMember.call(api.comments.add, add)
  expect(reply).toMatchObject({ status: 201, body: { content, mentions: [{ id: member.id, name }] } })

  const show = async () => (await admin.call(api.comments.show, { params: { id: reply.body.id } })).body
  const rename = (firstName: string | null, erasedAt: Date | null = null) =>
    services.db
      .update(persons)
      .set({ firstName, erasedAt })
      .where(sql`id = ${member.id}`)
  await rename('Ottilie')
  expect(await show()).toMatchObject({ content: `@Ottilie it was you, @${name}. @Stranger @{7}` })
  const edit = { content: 'Not you, @Ottilie', mentions: [{ id: member.id, name: 'Ottilie' }], version: 1 }
  const edited = await otherMember.call(api.comments.edit, { params: { id: reply.body.id }, body: edit })
  expect(edited.body).toMatchObject({ content: 'Not you, @Ottilie', mentions: [{ name: 'Ottilie' }] })
  await rename('Ottilie', club.clock.now())
  expect(await show()).toMatchObject({ content: 'Not you, a former member', mentions: [] })
  const versions = await admin.call(api.comments.versions, { params: { id: reply.body.id } })
  expect(versions.body.map((one) => one.content)).toEqual([
    `a former member it was you, @${name}. @Stranger @{7}`,
  ])
  const capitals = { params: { id: reply.body.id.toUpperCase() } }
  expect((await admin.call(api.comments.versions, capitals)).body).toEqual(versions.body)
  await rename(null)

  const many = Array.from({ length: 20 }, () => people.body[0]!).map((one) => ({ ...one, name: 'S' }))
  const long = `${'@S'.repeat(20)}${'x'.repeat(1960)}`
  const body = { content: long, replyToId: first.id, mentions: many }
  expect((await otherMember.call(api.comments.add, { params: { id }, body })).status).toBe(201)
})

it('does not match a name inside a longer name [CMT-7]', async () => {
  const { services, people: cast } = club
  const { member, creator, admin } = cast
  const id = await newPost()
  const first = await say(id, 'Who was it?')
  await addComment(services, { postId: id, personId: admin.id, content: 'I', replyToId: first.id })
  const mentions = [
    { id: member.id, name: 'Jo' },
    { id: admin.id, name: 'Jo Kim' },
    { id: creator.id, name: 'Jö' },
  ]
  const mention = async (content: string) => {
    const { mentioned } = await withReferences(services.db, { content, mentions, threadOf: first.id })
    return mentioned.map(({ personId }) => personId)
  }
  expect(await mention('@Joanna @Jo2 @Jo\u0301 @Jö')).toEqual([creator.id])
  expect(await mention('@Joanna, @Jo!')).toEqual([member.id])
  expect(await mention('@Jo Kim')).toEqual([admin.id])
  expect(await mention('@Jo Kim and @Jo')).toEqual([admin.id, member.id])
})

it('keeps text that looks like a reference as it was typed [CMT-7]', async () => {
  const { admin, creator } = club.people
  const id = await newPost()
  const first = await say(id, 'Who was it?')
  const mentions = [
    { id: creator.id, name: 'Sam' },
    { id: creator.id, name: 'Sam' },
  ]
  const typed = `@Sam and @Sam ${'@{1}'.repeat(21)}`
  const add = { params: { id }, body: { content: typed, replyToId: first.id, mentions } }
  const { body } = await admin.call(api.comments.add, add)
  const named = { mentions: [{ id: creator.id, name: 'Sam' }] }
  expect(body).toMatchObject({ content: typed, ...named })
  const content = `@Sam: ${'@{4}'.repeat(21)}`
  const edit = { params: { id: body.id }, body: { content, mentions: body.mentions, version: 1 } }
  expect(await admin.call(api.comments.edit, edit)).toMatchObject({
    status: 200,
    body: { content, ...named },
  })
  // The numbers of both references, and spellings of them.
  const literal = '@{2} @{02} @{}{2} @{}{}{3} @Sam'
  const again = { params: { id: body.id }, body: { content: literal, mentions: body.mentions, version: 2 } }
  expect((await admin.call(api.comments.edit, again)).body).toMatchObject({ content: literal, ...named })
  const versions = await admin.call(api.comments.versions, { params: { id: body.id } })
  expect(versions.body.map((one) => one.content)).toEqual([typed, content])
  const long = { ...again, body: { content: `@{2}${'x'.repeat(1996)}`, version: 3 } }
  expect((await admin.call(api.comments.edit, long)).status).toBe(400)
})

it('hides the comments of a member from one person, who can show them again [CMT-8]', async () => {
  const { services } = club
  const { member, otherMember, creator, admin, lapsed } = club.people
  const id = await newPost()
  const first = await say(id, 'Noise')
  const hide = (hiddenId: string) => otherMember.call(api.comments.hide, { params: { id: hiddenId } })
  const seenBy = async (caller: typeof member) =>
    (await caller.call(api.comments.show, { params: { id: first.id } })).body
  const heard = listenIn(club)
  const toOther = async () =>
    (await heard.soFar()).flatMap(({ audience, message }) =>
      typeof audience === 'object' && audience.person === otherMember.id ? [message] : [],
    )
  expect((await seenBy(otherMember)).mayHide).toBe(true)
  expect((await hide(member.id)).status).toBe(204)
  expect((await hide(member.id)).status).toBe(204)
  expect(await toOther()).toEqual([{ type: 'hidden_people_changed' }])
  expect(await seenBy(otherMember)).toMatchObject({ isHidden: true, content: '' })
  await services.db
    .insert(hiddenPeople)
    .values({ personId: admin.id, hiddenId: member.id, createdAt: club.clock.now() })
  for (const person of [member, admin]) {
    expect(await seenBy(person)).toMatchObject({ isHidden: false, content: 'Noise' })
    expect((await seenBy(person)).mayHide).toBeUndefined()
  }
  for (const staff of [creator, admin])
    expect((await staff.call(api.comments.hide, { params: { id: member.id } })).status).toBe(403)
  await addComment(club.services, { postId: id, personId: creator.id, content: 'Staff', replyToId: first.id })
  await addComment(club.services, {
    postId: id,
    personId: admin.id,
    content: 'Staff too',
    replyToId: first.id,
  })
  for (const { id: staffId } of [creator, admin]) expect((await hide(staffId)).status).toBe(409)
  const { replies } = await seenBy(otherMember)
  expect(replies.map(({ mayHide }) => mayHide)).toEqual([undefined, undefined])
  expect((await hide(lapsed.id)).status).toBe(404)
  expect((await hide('x')).status).toBe(404)
  expect((await member.call(api.comments.hide, { params: { id: member.id } })).status).toBe(400)
  const list = async (caller: typeof member) => (await caller.call(api.comments.listHidden)).body
  expect(await list(otherMember)).toMatchObject([{ id: member.id }])
  expect(JSON.stringify(await list(otherMember))).not.toContain('@')
  expect(await list(member)).toEqual([])
  expect((await otherMember.call(api.comments.unhide, { params: { id: member.id } })).status).toBe(204)
  expect(await seenBy(otherMember)).toMatchObject({ content: 'Noise' })

  const mute = (isMuted: boolean) =>
    otherMember.call(isMuted ? api.comments.mute : api.comments.unmute, { params: { id: first.id } })
  expect((await mute(true)).status).toBe(204)
  expect(await seenBy(otherMember)).toMatchObject({ isMuted: true })
  expect(await seenBy(member)).toMatchObject({ isMuted: false })
  expect((await mute(false)).status).toBe(204)
  expect(await seenBy(otherMember)).toMatchObject({ isMuted: false })
  const changed = { type: 'comment_changed', postId: id, commentId: first.id, replyToId: null }
  const hidden = { type: 'hidden_people_changed' }
  expect(await toOther()).toEqual([hidden, hidden, changed, changed])
  await services.db.delete(comments).where(sql`id = ${first.id}`)
  await expect(
    setMuted(services, { personId: member.id, threadId: first.id, isMuted: true }),
  ).rejects.toMatchObject({ status: 404 })
})

it('removes replies with their comment, notifies members and updates the count [CMT-1, LIVE-1]', async () => {
  const { creator } = club.people
  const id = await newPost()
  const first = await say(id, 'First')
  await say(id, 'Stays')
  const reply = await say(id, 'Reply', first.id)
  await say(id, 'Another', first.id)
  const heard = listenIn(club)
  const before = (await heard.soFar()).length
  expect((await creator.call(api.comments.remove, { params: { id: reply.id } })).status).toBe(204)
  expect(await countOn(id)).toBe(3)
  expect((await creator.call(api.comments.remove, { params: { id: first.id } })).status).toBe(204)
  expect(await countOn(id)).toBe(1)
  const about = { type: 'comment_deleted', postId: id }
  expect((await heard.soFar()).slice(before + 1).map(({ message }) => message)).toEqual([
    { ...about, commentId: reply.id, replyToId: first.id, commentsCount: 3 },
    { ...about, commentId: first.id, replyToId: null, commentsCount: 1 },
  ])
  const { body } = await creator.call(api.comments.list, { params: { id } })
  expect(body.map(({ content }) => content)).toEqual(['Stays'])
})

it('keeps the count right while a comment is answered and removed concurrently [CMT-1]', async () => {
  const { services, people } = club
  const id = await newPost()
  for (let round = 0; round < 8; round += 1) {
    const first = await say(id, `Round ${round}`)
    const remove = () => people.creator.call(api.comments.remove, { params: { id: first.id } })
    const answer = () =>
      say(id, 'In time?', first.id).then(
        () => 201,
        ({ status }: { status: number }) => status,
      )
    const [removed, ...answers] = await Promise.all([remove(), answer(), answer(), answer(), answer()])
    expect(removed.status).toBe(204)
    for (const status of answers) expect([201, 404]).toContain(status)
  }
  const { rows } = await services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from comments where post_id = ${id}`,
  )
  expect([await countOn(id), rows[0]!.count]).toEqual([0, 0])
})
