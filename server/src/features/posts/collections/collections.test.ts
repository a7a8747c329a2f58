import { api } from '@touchline/contract/api.ts'
import { maxPinned } from '@touchline/contract/posts.ts'
import { maxTags, tagTooLong, tooManyTags } from '@touchline/contract/tags.ts'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { pageFor, titles, writePost } from '#testing/feed-pages.ts'
import { takeDownPost } from '../take-down.ts'
import { posts } from '../schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const write = (title: string, minute: number) => writePost(club, title, `About ${title}`, minute)

const saveAs = (caller: Caller, id: string, version: number, changes: object = {}) =>
  caller.call(api.collections.save, {
    params: { id },
    body: { version, title: 'Derbies', description: '', ordering: 'own', coverPostId: null, ...changes },
  })
const arrangeAs = (caller: Caller, id: string, version: number, postIds: string[]) =>
  caller.call(api.collections.arrange, { params: { id }, body: { version, postIds } })
const shownTo = async (caller: Caller, id: string) =>
  (await caller.call(api.collections.show, { params: { id } })).body
const idsOf = (collection: Awaited<ReturnType<typeof shownTo>>) => collection.posts.map(({ id }) => id)

describe('collections', () => {
  it('keep their own order, or show the oldest first [COLL-1]', async () => {
    const { creator, member, otherCreator } = club.people
    const [first, second, third] = [await write('One', 1), await write('Two', 2), await write('Three', 3)]
    const id = uuid()
    expect(await saveAs(creator, id, 0)).toMatchObject({ status: 200, body: { version: 1, count: 0 } })
    // Repeating the request, after a lost response, changes nothing.
    expect(await saveAs(creator, id, 0)).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await member.call(api.collections.list)).body).toEqual([])
    expect((await creator.call(api.collections.list)).body).toHaveLength(1)

    expect(await arrangeAs(creator, id, 1, [third, first, second])).toMatchObject({ body: { version: 2 } })
    expect(idsOf(await shownTo(member, id))).toEqual([third, first, second])
    expect(await shownTo(member, id)).not.toHaveProperty('version')
    await saveAs(creator, id, 2, { ordering: 'oldest', description: 'All of them.' })
    expect(idsOf(await shownTo(member, id))).toEqual([first, second, third])
    expect((await member.call(api.collections.list)).body).toMatchObject([
      { title: 'Derbies', count: 3, seen: 0 },
    ])

    // Someone else's collection is not there for changes, and no stranger's post can be put into one.
    expect((await saveAs(otherCreator, id, 3)).status).toBe(404)
    expect((await arrangeAs(otherCreator, id, 3, [])).status).toBe(404)
    const foreign = await writePost(club, 'Foreign', 'Foreign', 4, otherCreator)
    for (const unknown of [foreign, uuid(), 'no-such-post'])
      expect((await arrangeAs(creator, id, 3, [first, unknown])).status).toBe(400)
    expect((await saveAs(creator, id, 3, { coverPostId: foreign })).status).toBe(400)
    expect((await creator.call(api.collections.show, { params: { id: 'nothing' } })).status).toBe(404)
    for (const body of [{ title: ' ' }, { title: 'x'.repeat(101) }, { description: 'x'.repeat(1001) }])
      expect((await saveAs(creator, id, 3, body)).status).toBe(400)
  })

  it('refuse a change of an outdated version [COLL-2]', async () => {
    const { creator } = club.people
    const [one, two] = [await write('Tab one', 11), await write('Tab two', 12)]
    const id = uuid()
    await saveAs(creator, id, 0, { title: 'Two tabs' })
    await arrangeAs(creator, id, 1, [one, two])
    const answers = await Promise.all([
      arrangeAs(creator, id, 2, [two, one]),
      arrangeAs(creator, id, 2, [two]),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const late = await saveAs(creator, id, 2, { title: 'Mine' })
    expect(late).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed elsewhere in the meantime') },
    })
  })

  it('count what the member has seen, and lose posts that are gone [COLL-3]', async () => {
    const { services, people } = club
    const { creator, member, admin } = people
    const [one, two, three] = [await write('Seen', 21), await write('Unseen', 22), await write('Gone', 23)]
    const id = uuid()
    await saveAs(creator, id, 0, { title: 'Progress' })
    await arrangeAs(creator, id, 1, [one, two, three])
    await member.call(api.posts.countViews, { body: { postIds: [one] } })
    const shown = await shownTo(member, id)
    expect(shown).toMatchObject({ count: 3, seen: 1 })
    expect(shown.posts.map(({ isSeen }) => isSeen)).toEqual([true, false, false])
    for (const caller of [creator, admin])
      expect(await shownTo(caller, id)).toMatchObject({ seen: null, posts: [{ isSeen: null }, {}, {}] })

    await services.db.transaction((tx) => takeDownPost(services, tx, two))
    await creator.call(api.posts.remove, { params: { id: three } })
    expect(await shownTo(member, id)).toMatchObject({ count: 1, seen: 1, posts: [{ id: one }] })
    // The hidden post keeps its place while its neighbors are arranged.
    await arrangeAs(creator, id, 2, [])
    expect(await shownTo(member, id)).toMatchObject({ count: 0, posts: [] })
    await services.db.update(posts).set({ status: 'ready' }).where(eq(posts.id, two))
    expect(idsOf(await shownTo(member, id))).toEqual([two])

    expect((await creator.call(api.collections.remove, { params: { id } })).status).toBe(204)
    expect((await creator.call(api.collections.remove, { params: { id } })).status).toBe(404)
    expect((await member.call(api.collections.show, { params: { id } })).status).toBe(404)
    expect((await member.call(api.posts.show, { params: { id: one } })).status).toBe(200)
  })

  it('are chosen in drafts and edits, without losing changes made elsewhere [COLL-4]', async () => {
    const { creator, member } = club.people
    const [id, other] = [uuid(), uuid()]
    await saveAs(creator, id, 0, { title: 'From drafts' })
    await saveAs(creator, other, 0, { title: 'Elsewhere' })
    const draftId = uuid()
    const typed = { title: 'Drafted', content: 'Text', mediaAlt: '', opensAt: null }
    const saved = await creator.call(api.drafts.save, {
      params: { id: draftId },
      body: { version: 0, ...typed, tags: ['Derby'], collectionIds: [id, uuid(), 'nothing'] },
    })
    expect(saved.body).toMatchObject({ tags: ['Derby'], collectionIds: expect.arrayContaining([id]) })
    await creator.call(api.drafts.publish, { params: { id: draftId }, body: { version: 1, mediaId: null } })
    expect(idsOf(await shownTo(member, id))).toEqual([draftId])
    expect((await member.call(api.posts.show, { params: { id: draftId } })).body).toMatchObject({
      tags: ['Derby'],
    })

    const { body: edit } = await creator.call(api.drafts.edit, { params: { id: draftId } })
    expect(edit).toMatchObject({ tags: ['Derby'], collectionIds: [id] })
    await arrangeAs(creator, other, 1, [draftId])
    const { body: changed } = await creator.call(api.drafts.save, {
      params: { id: draftId },
      body: { ...typed, version: edit.version, tags: ['Derby', 'Away'] },
    })
    await creator.call(api.drafts.publish, {
      params: { id: draftId },
      body: { version: changed.version, mediaId: null },
    })
    expect(idsOf(await shownTo(member, other))).toEqual([draftId])
    expect(idsOf(await shownTo(member, id))).toEqual([draftId])

    const { body: again } = await creator.call(api.drafts.edit, { params: { id: draftId } })
    const { body: moved } = await creator.call(api.drafts.save, {
      params: { id: draftId },
      body: { ...typed, version: again.version, collectionIds: [other] },
    })
    await creator.call(api.drafts.publish, {
      params: { id: draftId },
      body: { version: moved.version, mediaId: null },
    })
    expect(idsOf(await shownTo(member, id))).toEqual([])
    const versions = (await creator.call(api.revisions.list, { params: { id: draftId } })).body
    expect(versions[0]?.changed).toEqual(['tags'])
    const { version: current = 0 } = (await creator.call(api.posts.show, { params: { id: draftId } })).body
    const restored = await creator.call(api.revisions.restore, {
      params: { id: draftId, version: '1' },
      body: { current },
    })
    expect(restored.body).toMatchObject({ tags: ['Derby'] })
  })
})

describe('tags', () => {
  it('ignore the spelling, and explain when they are too long or too many [TAG-1]', async () => {
    const { creator, member } = club.people
    const id = await write('Tagged', 31)
    const tag = (tags: string[]) => creator.call(api.posts.edit, { params: { id }, body: { tags } })
    expect((await tag(['#Derby', 'derby', 'DÉRBY', ' Away  days ', '⚽️'])).body).toMatchObject({
      tags: ['Derby', 'Away days', '⚽️'],
    })
    const refused = await tag(['⚽'.repeat(200)])
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(tagTooLong) } })
    const many = await tag(Array.from({ length: maxTags + 1 }, (_, index) => `Tag ${index}`))
    expect(many).toMatchObject({ status: 400, body: { message: expect.stringContaining(tooManyTags) } })
    for (const odd of ['', '#', '\u0301', '\u200b', 'a\u0000b']) expect((await tag([odd])).status).toBe(400)
    expect((await tag([])).body).not.toHaveProperty('tags')
    expect((await member.call(api.posts.edit, { params: { id }, body: { tags: [] } })).status).toBe(403)
  })
})

describe('pinned posts', () => {
  it('stand above the feed, three at most, and keep their place in it [PIN-1]', async () => {
    const { creator, otherCreator, member } = club.people
    const ids = [await write('P1', 41), await write('P2', 42), await write('P3', 43), await write('P4', 44)]
    const before = titles((await pageFor(member, { page: 1 })).posts)
    const pin = (id: string, caller = creator) => caller.call(api.posts.pin, { params: { id } })
    const pinned = async () => (await member.call(api.feed.showMark, { query: {} })).body.pinned
    expect(await pinned()).toBeUndefined()
    for (const id of ids.slice(0, maxPinned)) {
      expect((await pin(id)).body).toMatchObject({ isPinned: true })
      club.clock.advance(1000)
    }
    expect(await pin(ids[0]!)).toMatchObject({ status: 200 })
    expect(await pin(ids[3]!)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Unpin') },
    })
    expect((await pin(ids[0]!, otherCreator)).status).toBe(403)
    await expect.poll(async () => (await pinned())?.map(({ title }) => title)).toEqual(['P3', 'P2', 'P1'])
    expect(titles((await pageFor(member, { page: 1 })).posts)).toEqual(before)

    await creator.call(api.posts.unpin, { params: { id: ids[1]! } })
    await creator.call(api.drafts.unpublish, { params: { id: ids[2]! } })
    await expect.poll(async () => (await pinned())?.map(({ title }) => title)).toEqual(['P1'])
    expect((await pin(ids[2]!)).status).toBe(404)
  })
})
