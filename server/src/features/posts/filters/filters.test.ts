import { api } from '@touchline/contract/api.ts'
import { type Filters, mineFilters } from '@touchline/contract/filters.ts'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { pageFor, titles } from '#testing/feed-pages.ts'
import { playbackPositions } from '#features/reach/schema.ts'
import { type PostRow, posts, postViews } from '../schema.ts'

let club: Club
const collectionId = uuid()

type Made = {
  id: string
  title: string
  type: PostRow['mediaType']
  year: number
  tags: string[]
  isIn: boolean
  isLiked: boolean
  isBookmarked: boolean
  isUnfinished: boolean
  isUnseen: boolean
}
const made: Made[] = []

/** 60 posts whose properties combine in many ways. */
beforeAll(async () => {
  club = await openClub()
  const { creator, member } = club.people
  const { db } = club.services
  const types = ['text', 'image', 'video', 'audio'] as const
  for (let n = 0; n < 60; n += 1)
    made.push({
      id: uuid(),
      title: `Post ${n}`,
      type: types[n % 4]!,
      year: 2023 + (n % 3),
      tags: [...(n % 2 === 0 ? ['Derby'] : []), ...(n % 5 === 0 ? [n % 10 === 0 ? 'Away' : 'AWAY'] : [])],
      isIn: n % 7 === 0,
      isLiked: n % 11 === 0,
      isBookmarked: n % 13 === 0,
      isUnfinished: n % 9 === 0,
      isUnseen: n % 3 === 0,
    })
  await db.insert(posts).values(
    made.map(({ id, title, type, year, tags }, n) => ({
      id,
      title,
      tags,
      creatorId: creator.id,
      content: n % 2 === 0 ? 'An even report' : 'An odd report',
      mediaType: type,
      createdAt: new Date(Date.UTC(year, 5, 1, 0, n)),
    })),
  )
  await creator.call(api.collections.save, {
    params: { id: collectionId },
    body: { version: 0, title: 'Sevens', description: '', ordering: 'own', coverPostId: null },
  })
  const postIds = made.filter(({ isIn }) => isIn).map(({ id }) => id)
  await creator.call(api.collections.arrange, { params: { id: collectionId }, body: { version: 1, postIds } })
  for (const { id } of made.filter(({ isLiked }) => isLiked))
    await member.call(api.posts.like, { params: { id } })
  for (const { id } of made.filter(({ isBookmarked }) => isBookmarked))
    await member.call(api.library.bookmark, { params: { id } })
  const personId = member.id
  const seen = made.filter(({ isUnseen }) => !isUnseen)
  await db.insert(postViews).values(seen.map(({ id: postId }) => ({ postId, personId, day: '2026-01-01' })))
  const read = made.filter(({ isUnfinished }) => isUnfinished)
  const position = { personId, seconds: 0, percent: 40, playedAt: club.clock.now() }
  await db.insert(playbackPositions).values(read.map(({ id: postId }) => ({ ...position, postId })))
})
afterAll(() => club.close())

type Query = Partial<Record<keyof Filters, unknown>>

const passes: Record<keyof Filters, (post: Made, value: string) => boolean> = {
  type: (post, value) => post.type === value,
  year: (post, value) => post.year === Number(value),
  tag: (post, value) => post.tags.some((tag) => tag.toLowerCase() === value.toLowerCase()),
  collection: (post) => post.isIn,
  liked: (post) => post.isLiked,
  bookmarked: (post) => post.isBookmarked,
  unfinished: (post) => post.isUnfinished,
  unseen: (post) => post.isUnseen,
}
const values: Record<keyof Filters, (string | number)[]> = {
  type: ['video', 'text'],
  year: [2024, 2023],
  tag: ['away', 'DERBY'],
  collection: [collectionId],
  liked: ['yes'],
  bookmarked: ['yes'],
  unfinished: ['yes'],
  unseen: ['yes'],
}
const names = ['type', 'year', 'tag', 'collection', ...mineFilters] as const

const countsFor = async (caller: Caller, query: object) => {
  const { status, body } = await caller.call(api.posts.filterCounts, { query: query })
  expect(status).toBe(200)
  return body
}
const expected = (query: Query) =>
  made
    .filter((post) => names.every((name) => !(name in query) || passes[name](post, String(query[name]))))
    .toSorted((one, other) => other.year - one.year || made.indexOf(other) - made.indexOf(one))

it('finds and counts exactly the posts that match two filters [FILTER-1]', async () => {
  const { member } = club.people
  const queries = names.flatMap((one, index) =>
    values[one].flatMap((value) => [
      { [one]: value },
      ...names
        .slice(index + 1)
        .flatMap((other) => values[other].map((second) => ({ [one]: value, [other]: second }))),
    ]),
  )
  expect(queries).toHaveLength(63)
  for (const query of queries) {
    const page = await pageFor(member, { ...query, page: 1, limit: 50 })
    const right = expected(query)
    expect([query, titles(page.posts)]).toEqual([query, right.map(({ title }) => title)])
    expect(page.total).toBe(right.length)
    const counts = await countsFor(member, query)
    expect(counts).toMatchObject({ total: right.length, isExact: true })
    for (const { year, count } of counts.years) expect(count).toBe(expected({ ...query, year }).length)
    for (const { type, count } of counts.types) expect(count).toBe(expected({ ...query, type }).length)
    for (const { tag, count } of counts.tags) expect(count).toBe(expected({ ...query, tag }).length)
    for (const { id, count } of counts.collections)
      expect(count).toBe(expected({ ...query, collection: id }).length)
    for (const name of mineFilters)
      expect(counts.mine[name]).toBe(expected({ ...query, [name]: 'yes' }).length)
  }
  const all = await countsFor(member, {})
  expect(all.tags).toEqual([
    { tag: 'Derby', count: 30 },
    { tag: 'Away', count: 12 },
  ])
  expect(all.collections).toEqual([{ id: collectionId, title: 'Sevens', count: 9 }])
})

it('pages and searches within the filters [FILTER-1, FILTER-2]', async () => {
  const { member } = club.people
  const query = { tag: 'derby', year: 2024 }
  const right = expected(query).map(({ title }) => title)
  const pages = [await pageFor(member, { ...query, page: 1 }), await pageFor(member, { ...query, page: 2 })]
  expect(pages.flatMap(({ posts: shown }) => titles(shown))).toEqual(right.slice(0, 10))
  expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, false])
  const before = pages[0]!.posts.at(-1)!.id
  expect(titles((await pageFor(member, { ...query, before })).posts)).toEqual(right.slice(5, 10))
  expect((await member.call(api.posts.list, { query: { tag: 'derby', before: uuid() } })).status).toBe(404)

  expect(await pageFor(member, { ...query, search: 'odd' })).toMatchObject({ total: 0 })
  expect(await pageFor(member, { ...query, search: 'even' })).toMatchObject({ total: right.length })
  expect(await countsFor(member, { search: 'odd' })).toMatchObject({
    total: 30,
    tags: [{ tag: 'Away', count: 6 }],
  })
  expect(await countsFor(member, { search: 'nothing like it' })).toMatchObject({ total: 0, tags: [] })
})

it('searches within the filters for words of very many posts [FILTER-2]', async () => {
  const { services, people } = club
  await services.db.execute(sql`
    insert into posts (id, creator_id, title, content, media_type, created_at, tags)
    select gen_random_uuid(), ${people.creator.id}::uuid, 'Filler ' || n, 'A common report', 'text',
      timestamptz '2020-01-01Z' + n * interval '1 minute', case when n % 100 = 0 then '{Rare}'::text[] else '{}' end
    from generate_series(1, 2500) n`)
  await expect.poll(async () => (await pageFor(people.member, { tag: 'rare' })).total).toBe(25)
  expect(await pageFor(people.member, { tag: 'rare', search: 'common' })).toMatchObject({
    total: 25,
    isTotalExact: true,
  })
  const common = await pageFor(people.member, { year: 2020, search: 'common' })
  expect(common).toMatchObject({ total: 100, isTotalExact: false, hasMore: true })
  expect(await countsFor(people.member, { search: 'common' })).toMatchObject({ isExact: false })
  await services.db.delete(posts).where(sql`content = 'A common report'`)
})

it('finds nothing for an unknown collection, tag or year [FILTER-3]', async () => {
  const { member, creator } = club.people
  for (const query of [
    { collection: uuid() },
    { collection: 'gone' },
    { tag: '⚽'.repeat(90) },
    { year: 1999 },
  ])
    expect(await pageFor(member, query)).toMatchObject({ posts: [], total: 0 })
  for (const query of ['type=song', 'year=soon', 'year=1', 'liked=no', 'unseen=1', `tag=${'x'.repeat(101)}`])
    expect([query, (await member.fetch(`/api/posts?${query}`)).status]).toEqual([query, 400])
  await creator.call(api.collections.remove, { params: { id: collectionId } })
  await expect.poll(async () => (await pageFor(member, { collection: collectionId })).total).toBe(0)
})

it('follows changes of tags and of what is published [FILTER-1]', async () => {
  const { creator, member } = club.people
  const { id } = made[1]!
  const total = async () => (await pageFor(member, { tag: 'fresh' })).total
  await creator.call(api.posts.edit, { params: { id }, body: { tags: ['Fresh'] } })
  await expect.poll(total).toBe(1)
  await club.services.db.update(posts).set({ status: 'removed' }).where(eq(posts.id, id))
  await expect.poll(total).toBe(0)
})
