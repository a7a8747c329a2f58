import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { maxDrafts, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { blank, newDraft } from '#testing/new-draft.ts'
import { listenIn } from '#testing/received.ts'
import { drafts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const save = (caller: Caller, id: string, body: Record<string, unknown>) =>
  caller.call(api.drafts.save, { params: { id }, body: { ...blank, ...body } })
const show = (caller: Caller, id: string) => caller.call(api.drafts.show, { params: { id } })
const publish = (caller: Caller, id: string, version: number) =>
  caller.call(api.drafts.publish, { params: { id }, body: { version, mediaId: null } })

it('saves text unchanged, version by version, and lists the last changed first [DESK-1]', async () => {
  const { creator } = club.people
  const id = randomUUID()
  const first = await save(creator, id, { version: 0, title: 'Kick-', content: 'It begins \n' })
  expect(first).toMatchObject({
    status: 200,
    body: { id, version: 1, title: 'Kick-', content: 'It begins \n' },
  })
  const opensAt = '2027-03-03T00:00:00.000Z'
  const second = await save(creator, id, { version: 1, title: 'Kick-off', mediaAlt: 'A ball ', opensAt })
  expect(second.body).toMatchObject({
    version: 2,
    title: 'Kick-off',
    content: '',
    mediaAlt: 'A ball ',
    opensAt,
  })
  expect((await show(creator, id)).body).toEqual(second.body)

  const other = await newDraft(creator, { content: 'x'.repeat(300) })
  const { body } = await creator.call(api.drafts.list)
  expect(body.map((line) => [line.id, line.title, line.beginning.length])).toEqual([
    [other.id, '', 140],
    [id, 'Kick-off', 0],
  ])
})

it('overwrites nothing from another tab, and knows a save whose answer was lost [DESK-1]', async () => {
  const { creator } = club.people
  const { id } = await newDraft(creator, { title: 'Draw' })
  const mine = { version: 1, title: 'Mine' }
  expect((await save(creator, id, mine)).body.version).toBe(2)
  expect(await save(creator, id, mine)).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await save(creator, id, { version: 1, title: 'Theirs' })).toMatchObject({
    status: 409,
    message: 'This draft has been changed elsewhere in the meantime.',
  })
  expect((await show(creator, id)).body.title).toBe('Mine')

  const tabs = await Promise.all(
    Array.from({ length: 8 }, (_, tab) => save(creator, id, { version: 2, title: `Tab ${tab}` })),
  )
  expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  const won = tabs.find(({ status }) => status === 200)
  expect((await show(creator, id)).body).toEqual(won!.body)
  // The same new draft, sent twice at once.
  const fresh = randomUUID()
  const made = await Promise.all(
    Array.from({ length: 8 }, () => save(creator, fresh, { version: 0, title: 'New' })),
  )
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await show(creator, fresh)).body.version).toBe(1)
})

/** Everything that can be done to a draft there is. */
const ways = (caller: Caller, at: { id: string }) => [
  caller.call(api.drafts.show, { params: at }),
  caller.call(api.drafts.save, { params: at, body: { version: 1, ...blank } }),
  caller.call(api.drafts.attachFile, { params: at, body: { uploadId: 'x' } }),
  caller.call(api.drafts.removeFile, { params: at }),
  caller.call(api.drafts.prepareAgain, { params: at }),
  caller.call(api.drafts.schedule, { params: at, body: { publishAt: '2027-03-03T00:00:00Z' } }),
  caller.call(api.drafts.unschedule, { params: at }),
  caller.call(api.drafts.publish, { params: at, body: { version: 1, mediaId: null } }),
  caller.call(api.drafts.preview, { params: at, query: { as: 'member' } }),
  caller.call(api.drafts.remove, { params: at }),
]

it('is visible only to its creator [T-ID-01] [DESK-2]', async () => {
  const { creator, otherCreator } = club.people
  const { id } = await newDraft(creator, { content: 'Nobody reads this' })
  const params = { id }
  for (const at of [params, { id: randomUUID() }, { id: 'no-uuid' }])
    for (const answer of await Promise.all(ways(otherCreator, at)))
      expect([answer.status, answer.message]).toEqual([404, 'Draft not found'])
  // Not even by making one of that id, or of the id of a post of theirs.
  expect((await save(otherCreator, id, { version: 0 })).status).toBe(404)
  const post = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Read by all',
    contentType: 'text',
  })
  expect(await save(otherCreator, post, { version: 0 })).toMatchObject({
    status: 404,
    message: 'Draft not found',
  })
  expect((await otherCreator.call(api.drafts.list)).body).toEqual([])
  expect((await show(creator, id)).body.content).toBe('Nobody reads this')
})

it('removes a draft for good [DESK-1]', async () => {
  const { creator } = club.people
  const { id } = await newDraft(creator)
  expect((await creator.call(api.drafts.remove, { params: { id } })).status).toBe(204)
  expect((await creator.call(api.drafts.remove, { params: { id } })).status).toBe(404)
  expect(await save(creator, id, { version: 1 })).toMatchObject({ status: 404, message: 'Draft not found' })
})

it('publishes the version its creator saw, once, and notifies members [UPL-1] [DESK-3]', async () => {
  const { people, services } = club
  const opensAt = '2027-03-03T10:00:00.000Z'
  const { id } = await newDraft(people.creator, { title: ' Full time ', content: 'It is over. \n', opensAt })
  club.clock.advance(60_000)
  const heard = listenIn(club)
  expect(await publish(people.creator, id, 2)).toMatchObject({ status: 409 })
  const answers = await Promise.all([1, 2, 3].map(() => publish(people.creator, id, 1)))
  for (const { status, body } of [...answers, await publish(people.creator, id, 1)]) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, title: 'Full time', content: 'It is over.', mediaType: 'text', opensAt })
    expect(services.clock.now().getTime() - Date.parse(body.createdAt)).toBeLessThan(50_000)
  }
  const said = (await heard.soFar()).map(({ message }) => message)
  expect(said.filter(({ type }) => type === 'post_created')).toEqual([{ type: 'post_created', postId: id }])
  expect((await show(people.creator, id)).status).toBe(404)
  expect((await people.member.call(api.posts.show, { params: { id } })).body.title).toBe('Full time')

  const late = { status: 409, message: 'This draft has already been published.' }
  expect(await save(people.creator, id, { version: 1, title: 'Typed on' })).toMatchObject(late)
  expect(await save(people.creator, id, { version: 0, title: 'Typed on' })).toMatchObject(late)
  // For anyone else it never existed.
  expect((await publish(people.otherCreator, id, 1)).status).toBe(404)
})

it('is not published after the day on which it opens to everybody [DESK-3, DESK-5]', async () => {
  const { creator } = club.people
  const fromTheStart = '2000-01-01T00:00:00.000Z'
  const opensAt = new Date(club.clock.now().getTime() + 60_000).toISOString()
  const { id } = await newDraft(creator, { opensAt })
  club.clock.advance(60_000)
  expect(await publish(creator, id, 1)).toMatchObject({
    status: 400,
    message: noEarlyAccess,
    body: { fields: { opensAt: noEarlyAccess } },
  })
  expect((await show(creator, id)).status).toBe(200)
  expect((await save(creator, id, { version: 1, content: 'Text', opensAt: fromTheStart })).status).toBe(200)
  expect(await publish(creator, id, 2)).toMatchObject({ status: 200, body: { opensAt: fromTheStart } })
})

it('publishes nothing that is empty [DESK-3]', async () => {
  const { creator } = club.people
  const { id } = await newDraft(creator, { title: 'A title alone', content: ' \n ' })
  const refusal = { status: 400, message: 'Please write some content for your text post.' }
  expect(await publish(creator, id, 1)).toMatchObject(refusal)
  const publishAt = new Date(club.clock.now().getTime() + 60_000).toISOString()
  expect(await creator.call(api.drafts.schedule, { params: { id }, body: { publishAt } })).toMatchObject(
    refusal,
  )
})

it('survives publishing, saving and removing at the same time: one of them wins whole [DESK-3] [R-23]', async () => {
  const { people, services } = club
  for (let round = 0; round < 5; round += 1) {
    const { id } = await newDraft(people.creator, { content: 'Original' })
    const [saved, removed, published] = await Promise.all([
      save(people.creator, id, { version: 1, content: 'Changed' }),
      people.creator.call(api.drafts.remove, { params: { id } }),
      publish(people.creator, id, 1),
    ])
    expect([200, 404, 409]).toContain(saved.status)
    expect([204, 404]).toContain(removed.status)
    expect([200, 404, 409]).toContain(published.status)
    const rows = await services.db.select().from(posts).where(eq(posts.id, id))
    expect(rows.map(({ content }) => content)).toEqual(published.status === 200 ? ['Original'] : [])
    expect(removed.status === 204).toBe(published.status !== 200)
    expect(await services.db.select().from(drafts).where(eq(drafts.id, id))).toEqual([])
  }
})

it('refuses bad input in every field with a sentence [T-IN-01] [T-IN-02] [T-IN-08]', async () => {
  const { creator } = club.people
  const id = randomUUID()
  const longest = { title: '😀'.repeat(200), content: '😀'.repeat(20_000), mediaAlt: '😀'.repeat(1000) }
  expect(await save(creator, id, { version: 0, ...longest })).toMatchObject({ status: 200, body: longest })
  const bad: Record<string, unknown>[] = [
    { title: '😀'.repeat(201) },
    { content: 'x'.repeat(20_001) },
    { mediaAlt: 'x'.repeat(1001) },
    ...['title', 'content', 'mediaAlt'].flatMap((name) =>
      ['a\u0000b', '\ud800', 7, ['x'], { x: 1 }, null, true].map((value) => ({ [name]: value })),
    ),
    ...[
      'soon',
      '',
      7,
      '2027-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-01-01T00:00:00Z',
      '2027-03-03',
    ].map((opensAt) => ({ opensAt })),
    ...[-1, 1.5, '1', null, 1e12, Number.MAX_SAFE_INTEGER].map((version) => ({ version })),
  ]
  for (const part of bad) {
    const answer = await save(creator, id, { version: 1, ...part })
    expect([part, answer.status, answer.message.length > 5]).toEqual([part, 400, true])
  }
  for (const publishAt of [
    undefined,
    null,
    'soon',
    12,
    '0000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
  ]) {
    const answer = await creator.call(api.drafts.schedule, { params: { id }, body: { publishAt } })
    expect([publishAt, answer.status]).toEqual([publishAt, 400])
  }
  for (const search of ['?as=owner', '?as=', '']) {
    const answer = await creator.fetch(`/api/drafts/${id}/preview${search}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: 'Choose member, lapsed or visitor.' },
    ])
  }
  expect((await show(creator, id)).body).toMatchObject({ version: 1, ...longest })
})

it('keeps so many drafts of one creator and no more [DESK-1]', async () => {
  const { people, services } = club
  const now = services.clock.now()
  await services.db.insert(drafts).values(
    Array.from({ length: maxDrafts - 2 }, () => ({
      id: randomUUID(),
      creatorId: people.otherCreator.id,
      ...blank,
      createdAt: now,
      updatedAt: now,
    })),
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => save(people.otherCreator, randomUUID(), { version: 0 })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect((await people.otherCreator.call(api.drafts.list)).body).toHaveLength(maxDrafts)
  expect(await save(people.otherCreator, randomUUID(), { version: 0 })).toMatchObject({
    status: 409,
    message: `You have ${maxDrafts} drafts. Publish or delete some to make room for this one.`,
  })
})
