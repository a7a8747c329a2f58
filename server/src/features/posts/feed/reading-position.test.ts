import { api } from '@touchline/contract/api.ts'
import { maxNewCounted } from '@touchline/contract/feed.ts'
import { type Post, postPage, postsPerPage } from '@touchline/contract/posts.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people as persons } from '#features/people/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listOf, pageFor, titles, writePost } from '#testing/feed-pages.ts'
import { waitingForALock } from '#testing/waiting-for-a-lock.ts'
import { posts } from '../schema.ts'
import { recountFeed } from './recount-posts.ts'
import { feedMarks, postCounts } from './feed-schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** Every post there is for `caller`, page by page. */
async function everythingFor(caller: Caller): Promise<Post[]> {
  const all: Post[] = []
  for (let hasMore = true; hasMore;) {
    const before = all.at(-1)?.id
    const page = await pageFor(caller, { limit: 50, ...(before ? { before } : {}) })
    all.push(...page.posts)
    hasMore = page.hasMore
  }
  return all
}

const write = (title: string | null, content: string, minute: number, creator = club.people.creator) =>
  writePost(club, title, content, minute, creator)

const found = async (search: string, caller = club.people.member) =>
  titles((await pageFor(caller, { search, limit: 50 })).posts)

it('searches titles, texts and names: in any order, unfinished, without accents [FEED-2, FEED-5]', async () => {
  const { services, people } = club
  for (let minute = 1; minute <= 7; minute += 1) await write(`Match ${minute}`, `Report ${minute}`, minute)
  await write('Just in', 'Published while a member reads', 30)
  await write('Half-time', 'Stamina was at 100% today: don’t panic ⚽', 40)
  await write('Über den Rasen', 'Señor Çelik sagt: Straße, Øre, ŁÓDŹ', 41)
  await write('Guest', 'Hello from Robin, guest of the club', 42, people.otherCreator)

  expect(await found('half-TIME')).toEqual(['Half-time'])
  expect(await found('time half')).toEqual(['Half-time'])
  expect(await found('published wh')).toEqual(['Just in'])
  expect(await found('publish while')).toEqual([])
  expect(await found('uber senor')).toEqual(['Über den Rasen'])
  for (const typed of ['ÜBER', 'ćelik', 'STRASSE', 'øre', 'ore', 'lodz', 'straße uber'])
    expect([typed, await found(typed)]).toEqual([typed, ['Über den Rasen']])
  for (const typed of ['100', '100%', "don't", 'DON’T pan', '⚽'])
    expect([typed, await found(typed)]).toEqual([typed, ['Half-time']])
  for (const typed of ['%', '_', '\\', "'", '"', '&|!:*<->()', 'nothing like this'])
    expect([typed, await found(typed)]).toEqual([typed, []])
  expect(await found('"published while"')).toEqual(['Just in'])
  expect(await found('"while published"')).toEqual([])
  expect(await found('member "published wh')).toEqual(['Just in'])

  // Every word in the text or in the name of its creator.
  expect(await found('vale')).toEqual(['Guest'])
  expect(await found('robin val')).toEqual(['Guest'])
  expect(await found('hello vale')).toEqual(['Guest'])
  expect(await found('guest whitlock')).toEqual([])
  expect(await found('whitlock half')).toEqual(['Half-time'])
  const rename = (lastName: string) =>
    services.db.update(persons).set({ lastName }).where(eq(persons.id, people.otherCreator.id))
  await rename('Valérien')
  expect([await found('vale'), await found('valerien'), await found('robin vale x')]).toEqual([
    ['Guest'],
    ['Guest'],
    [],
  ])
  await rename('Vale')

  const params = { id: (await pageFor(people.member, { search: 'guest' })).posts[0]!.id }
  await people.otherCreator.call(api.posts.edit, { params, body: { title: 'Visitor' } })
  expect([await found('visitor'), await found('visitor guest')]).toEqual([['Visitor'], ['Visitor']])

  expect(await pageFor(people.member, { search: 'match', limit: 2 })).toMatchObject({
    total: 7,
    hasMore: true,
  })
  const firstTwo = await pageFor(people.member, { search: 'match', limit: 2 })
  const before = firstTwo.posts.at(-1)!.id
  expect(titles((await pageFor(people.member, { search: 'match', limit: 2, before })).posts)).toEqual([
    'Match 5',
    'Match 4',
  ])
  expect(titles((await pageFor(people.member, { search: 'match', limit: 2, page: 4 })).posts)).toEqual([
    'Match 1',
  ])
})

it('searches and counts hundreds of posts correctly [FEED-5]', async () => {
  const { services, people } = club
  // Every post says "season", every tenth "derby", three very old ones "testimonial", and so does the creator of one.
  await services.db.execute(sql`
    insert into posts (id, creator_id, title, content, media_type, created_at)
    select gen_random_uuid(), ${people.creator.id}::uuid, 'Round ' || n,
      'Notes of the season' || case when n % 10 = 0 then ', derby' else '' end
        || case when n > 897 then ', testimonial' else '' end,
      'text', timestamptz '2025-06-01Z' - n * interval '1 hour'
    from generate_series(1, 900) n`)
  await write('A guest of old', 'Before everything', -2_000_000, people.otherCreator)
  const page = (search: string, number = 1) => pageFor(people.member, { search, page: number })

  const common = await page('season')
  expect(common).toMatchObject({ total: 100, isTotalExact: false, hasMore: true })
  expect(titles(common.posts)).toEqual([1, 2, 3, 4, 5].map((n) => `Round ${n}`))
  expect(titles((await page('season', 100)).posts)).toEqual(
    [496, 497, 498, 499, 500].map((n) => `Round ${n}`),
  )
  expect(titles((await page('seas', 180)).posts).at(-1)).toBe('Round 900')
  expect(await page('season', 181)).toMatchObject({ posts: [], hasMore: false })
  expect(await page('derby', 18)).toMatchObject({ total: 90, isTotalExact: true, hasMore: false })
  expect(titles((await page('derby', 18)).posts).at(-1)).toBe('Round 900')
  expect(titles((await page('testimonial')).posts)).toEqual(['Round 898', 'Round 899', 'Round 900'])
  expect(titles((await page('derby testimonial')).posts)).toEqual(['Round 900'])
  // The index knows both words, the common one is looked for in what the rare one finds.
  expect(titles((await page('testimonial seas')).posts)).toEqual(['Round 898', 'Round 899', 'Round 900'])
  expect(await page('testimonial "season derby"')).toMatchObject({ total: 1 })
  expect(await page('testimonial "derby season"')).toMatchObject({ total: 0 })
  expect(titles((await page('vale')).posts)).toEqual(['Visitor', 'A guest of old'])

  expect(await recountFeed(services)).toBe(0)
  await services.db.update(postCounts).set({ count: 3 })
  expect(await recountFeed(services)).toBe(2)
  expect((await pageFor(people.member, { page: 1 })).total).toBeGreaterThan(900)

  const everything = await everythingFor(people.member)
  const { total } = await pageFor(people.member, { page: 1 })
  expect(everything).toHaveLength(total)
  expect(new Set(everything.map(({ id }) => id)).size).toBe(total)
  const times = everything.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(titles((await pageFor(people.member, { page: Math.ceil(total / 5) })).posts).at(-1)).toBe(
    'A guest of old',
  )
})

const markOf = async (caller: Caller, limit = 5) =>
  (await caller.call(api.feed.showMark, { query: { limit } })).body
const move = (caller: Caller, newestId: string, stoppedId?: string) =>
  caller.call(api.feed.moveMark, { body: { newestId, stoppedId } })

it('sends the newest hundred without a query, and a link to the rest [FEED-5]', async () => {
  const { member } = club.people
  const newest = await member.call(api.posts.list)
  const shown = listOf(newest.body)
  expect(shown).toHaveLength(postsPerPage)
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(newest.headers.get('link') ?? '') ?? []
  const rest = postPage.parse(await (await member.fetch(next)).json())
  const all = await everythingFor(member)
  expect([...shown, ...rest.posts].map(({ id }) => id)).toEqual(all.slice(0, 150).map(({ id }) => id))
})

it('numbers old pages correctly after posts were moved, hidden or removed [FEED-1, FEED-5]', async () => {
  const { services, people } = club
  const { member, creator, admin } = people
  const layAnew = async () => {
    await services.db.update(postCounts).set({ count: 0 })
    expect(await recountFeed(services)).toBeGreaterThan(0)
  }
  const stretches = async () =>
    (await services.db.selectDistinct({ fromAt: sql`${postCounts.fromAt}` }).from(postCounts)).length
  const expectPagesToAddUp = async (caller: Caller) => {
    const all = await everythingFor(caller)
    const paged = []
    for (let page = 1; page <= all.length / 50 + 1; page += 1) {
      const { posts: shown, total } = await pageFor(caller, { page, limit: 50 })
      expect(total).toBe(all.length)
      paged.push(...shown)
    }
    expect(titles(paged)).toEqual(titles(all))
  }
  // Some hundreds at the very same moment: no stretch begins within them.
  await services.db.execute(sql`
    insert into posts (id, creator_id, title, content, media_type, created_at)
    select gen_random_uuid(), ${creator.id}::uuid, 'Same ' || n, 'Minute', 'text', timestamptz '2025-05-20Z'
    from generate_series(1, 700) n`)
  await layAnew()
  expect(await stretches()).toBe(4)
  for (const caller of [member, creator, admin]) await expectPagesToAddUp(caller)

  const all = await everythingFor(member)
  const at = (place: number) => eq(posts.id, all[place]!.id)
  await services.db.update(posts).set({ status: 'processing' }).where(at(20))
  await services.db.update(posts).set({ status: 'failed' }).where(at(1100))
  await services.db
    .update(posts)
    .set({ createdAt: new Date('2025-06-01') })
    .where(at(1200))
  await creator.call(api.posts.remove, { params: { id: all[400]!.id } })
  await creator.call(api.posts.remove, { params: { id: all[900]!.id } })
  await write('Found in the attic', 'An old report', -400_000)
  expect(await recountFeed(services)).toBe(0)
  for (const caller of [member, creator, admin]) await expectPagesToAddUp(caller)
  const far = (await everythingFor(member))[1290]!
  expect((await move(member, all[0]!.id, far.id)).status).toBe(204)
  expect((await markOf(member, 50)).stopped).toEqual({ postId: far.id, page: 26 })

  // Nothing but the hourly work lays them, and only when one has grown too long.
  await services.db.execute(sql`
    insert into posts (id, creator_id, content, media_type, created_at)
    select gen_random_uuid(), ${creator.id}::uuid, 'Extra ' || n, 'text', timestamptz '2026-01-20Z' + n * interval '1 minute'
    from generate_series(1, 1001) n`)
  expect([await stretches(), await recountFeed(services), await stretches()]).toEqual([4, 0, 6])
  await services.db.delete(posts).where(sql`${posts.createdAt} > '2026-01-20Z'`)
  expect(await recountFeed(services)).toBe(0)
  await expectPagesToAddUp(member)
  await services.db.delete(feedMarks)
})

it('keeps the position without a post that is deleted at the same moment [FEED-1]', async () => {
  const { services, people } = club
  const newest = await write('Here', 'Still', -1)
  const id = await write('Gone', 'Soon', -2)
  const { moved } = await services.db.transaction(async (tx) => {
    await tx.delete(posts).where(eq(posts.id, id))
    const moving = move(people.otherMember, newest, id)
    await expect.poll(() => waitingForALock(club)).toBe(1)
    return { moved: moving }
  })
  expect((await moved).status).toBe(204)
  expect(await markOf(people.otherMember)).toMatchObject({ newest: { postId: newest }, stopped: null })
  await services.db.delete(feedMarks)
  await services.db.delete(posts).where(eq(posts.id, newest))
})

it('saves the position and counts newer posts, never backwards [FEED-1]', async () => {
  const { services, people } = club
  const { member, otherMember, creator, otherCreator } = people
  const page = (await pageFor(member, { limit: 20 })).posts
  const [newest, second, third] = page
  expect(await markOf(member)).toEqual({ newest: null, newCount: 0, stopped: null })

  expect((await move(member, second!.id, page[11]!.id)).status).toBe(204)
  expect(await markOf(member)).toEqual({
    newest: { postId: second!.id, createdAt: second!.createdAt },
    newCount: 1,
    stopped: { postId: page[11]!.id, page: 3 },
  })
  // Who has only opened the feed again has stopped nowhere else.
  await move(member, second!.id)
  expect((await markOf(member, 3)).stopped).toEqual({ postId: page[11]!.id, page: 4 })
  // Another device that is behind: it knows better where one stopped, not what was seen.
  await move(member, third!.id, third!.id)
  expect(await markOf(member)).toMatchObject({
    newest: { postId: second!.id },
    newCount: 1,
    stopped: { postId: third!.id, page: 1 },
  })
  await Promise.all([newest!, second!, third!, newest!].map(({ id }) => move(member, id, id)))
  expect(await markOf(member)).toMatchObject({ newest: { postId: newest!.id }, newCount: 0 })
  expect(await markOf(otherMember)).toEqual({ newest: null, newCount: 0, stopped: null })

  const id = await write('News', 'Of today', 60)
  const unready = await write('Later', 'Not yet', 61)
  await services.db.update(posts).set({ status: 'processing' }).where(eq(posts.id, unready))
  expect(await markOf(member)).toMatchObject({ newCount: 1 })
  await move(creator, newest!.id, newest!.id)
  await move(otherCreator, newest!.id, newest!.id)
  expect([(await markOf(creator)).newCount, (await markOf(otherCreator)).newCount]).toEqual([0, 1])
  // The place outlives the post; where one stopped does not.
  await move(member, id, id)
  await creator.call(api.posts.remove, { params: { id } })
  expect(await markOf(member)).toMatchObject({ newest: { postId: id }, newCount: 0, stopped: null })
  for (const unknown of ['no-such-post', '0190b0d0-0000-7000-8000-000000000000', unready])
    expect((await move(member, unknown, newest!.id)).status).toBe(404)
  expect((await move(member, newest!.id, 'no-such-post')).status).toBe(204)
  expect((await member.call(api.feed.moveMark, { body: { newestId: 5 } })).status).toBe(400)

  await services.db.execute(sql`
    insert into posts (id, creator_id, title, content, media_type, created_at)
    select gen_random_uuid(), ${creator.id}::uuid, 'Late ' || n, 'Extra time', 'text', timestamptz '2026-02-01Z' + n * interval '1 hour'
    from generate_series(1, 120) n`)
  expect(await markOf(member)).toMatchObject({ newCount: maxNewCounted })
})
