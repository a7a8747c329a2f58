import { api } from '@touchline/contract/api.ts'
import { maxHitsCounted } from '@touchline/contract/search.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { indexCaptions } from '#features/captions/index-captions.ts'
import { captionCues } from '#features/captions/schema.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { eraseAuthor } from '#features/comments/erase-author.ts'
import { comments, commentWords } from '#features/comments/schema.ts'
import { people as peopleTable } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { type StoredPost, storedPost, wholeVideo } from '#testing/stored-post.ts'
import { writtenComment, writtenPost } from '#testing/written-content.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const noSuchId = '0190b0d0-0000-7000-8000-000000000000'

const captionPage = (caller: Caller, search: string, more: { after?: string; limit?: number } = {}) =>
  caller.call(api.search.captions, { query: { search, ...more } })
const commentPage = (caller: Caller, search: string, more: { after?: string; limit?: number } = {}) =>
  caller.call(api.search.comments, { query: { search, ...more } })

const captionsFor = async (search: string, caller = club.people.member) =>
  (await captionPage(caller, search)).body.hits.map(({ text }) => text)
const commentsFor = async (search: string, caller = club.people.member) =>
  (await commentPage(caller, search)).body.hits.map(({ content }) => content)

const tabs = ['captions', 'comments', 'counts'] as const
const fetchTab = (caller: Caller, tab: (typeof tabs)[number], query: { search: string }) =>
  caller.fetch(`${api.search[tab].path}?${new URLSearchParams(query).toString()}`)

const film = (more: { status?: 'processing'; createdAt?: Date } = {}) =>
  storedPost(club.services, {
    creatorId: club.people.creator.id,
    kind: 'video',
    files: [wholeVideo(500)],
    ...more,
  })

const cue = (at: string, words: string) => `${at}.000 --> ${at}.900\n${words}\n`
const saveCaptions = (post: StoredPost, cues: string[], language = 'en') =>
  club.people.creator.call(api.captions.save, {
    params: { id: post.id, language },
    body: { content: ['WEBVTT\n', ...cues].join('\n') },
  })

describe('captions', () => {
  it('are found by their words, with post, file, language and second [SEARCH-1] [SEARCH-2]', async () => {
    const post = await film()
    await saveCaptions(post, [
      cue('00:03', 'The <i>assistant</i> raises\nher flag &amp; waits.'),
      cue('12:40', 'Café Zürich &lt;b&gt; flag'),
    ])
    const { body } = await captionPage(club.people.member, 'FLAG assis')
    expect(body).toMatchObject({
      hits: [
        {
          id: `${post.mediaId}.en.0`,
          post: { id: post.id, mediaType: 'video' },
          partId: post.mediaId,
          language: 'en',
          seconds: 3,
          text: 'The assistant raises her flag & waits.',
        },
      ],
      hasMore: false,
    })
    expect((await captionPage(club.people.member, 'cafe zurich')).body.hits[0]).toMatchObject({
      seconds: 760,
      text: 'Café Zürich <b> flag',
    })
    expect(await captionsFor('"flag waits"')).toHaveLength(1)
    expect(await captionsFor('"waits flag"')).toEqual([])
    expect(await captionsFor('lag')).toEqual([])
  })

  it('are replaced and removed with their file, their post and its takedown [SEARCH-1]', async () => {
    const post = await film()
    await saveCaptions(post, [cue('00:01', 'Penalty shootout')])
    await saveCaptions(post, [cue('00:01', 'Elfmeterschießen')], 'de')
    expect(await captionsFor('shootout')).toHaveLength(1)
    await saveCaptions(post, [cue('00:01', 'Golden goal')])
    expect([await captionsFor('shootout'), await captionsFor('golden')]).toEqual([[], ['Golden goal']])
    expect(await captionsFor('elfmeterschiessen')).toHaveLength(1)
    const params = { id: post.id, language: 'de' }
    await club.people.creator.call(api.captions.remove, { params })
    expect(await captionsFor('elfmeterschiessen')).toEqual([])

    const setStatus = (status: 'ready' | 'removed' | 'unpublished') =>
      club.services.db.update(posts).set({ status }).where(eq(posts.id, post.id))
    for (const status of ['removed', 'unpublished'] as const) {
      await setStatus(status)
      for (const caller of [club.people.member, club.people.creator, club.people.admin])
        expect([status, await captionsFor('golden', caller)]).toEqual([status, []])
    }
    await setStatus('ready')
    expect(await captionsFor('golden')).toHaveLength(1)
    await club.people.creator.call(api.posts.remove, { params: { id: post.id } })
    expect(await captionsFor('golden')).toEqual([])
    const left = await club.services.db.$count(captionCues, eq(captionCues.mediaId, post.mediaId))
    expect(left).toBe(0)
  })

  it('of an unready post are found by people who may change it only [SEARCH-4]', async () => {
    const post = await film({ status: 'processing' })
    await saveCaptions(post, [cue('00:01', 'Unreleased footage')])
    const { member, creator, otherCreator, admin } = club.people
    const found = await Promise.all(
      [creator, admin, member, otherCreator].map((caller) => captionsFor('unreleased', caller)),
    )
    expect(found.map(({ length }) => length)).toEqual([1, 1, 0, 0])
  })

  it('continue after a hit, newest film first and in order of time within it [SEARCH-1]', async () => {
    const [older, newer] = [
      await film({ createdAt: new Date('2026-01-01') }),
      await film({ createdAt: new Date('2026-02-01') }),
    ]
    for (const post of [older, newer])
      await saveCaptions(
        post,
        ['00:01', '00:02', '00:03'].map((at) => cue(at, `Throw-in ${post.id}`)),
      )
    const seen: [string, number][] = []
    let after: string | undefined
    do {
      const { body } = await captionPage(club.people.member, 'throw in', { limit: 2, after })
      seen.push(...body.hits.map(({ post, seconds }): [string, number] => [post.id, seconds]))
      after = body.hasMore ? body.hits.at(-1)!.id : undefined
    } while (after)
    expect(seen).toEqual([newer, older].flatMap(({ id }) => [1, 2, 3].map((at) => [id, at])))
    for (const cursor of ['x', `${'a'.repeat(22)}.en.0`, noSuchId])
      expect(await captionPage(club.people.member, 'throw', { after: cursor })).toMatchObject({
        status: 404,
        message: 'Caption not found',
      })
  })

  it('that were saved before are read by a job, once, and a broken file is left out [SEARCH-1]', async () => {
    const [known, empty, broken] = [await film(), await film(), await film()]
    await saveCaptions(known, [cue('00:05', 'Backfilled words')])
    await saveCaptions(empty, [cue('00:05', '<b></b>')])
    await saveCaptions(broken, [cue('00:05', 'Lost words')])
    await club.services.db.delete(captionCues)
    const [file] = (
      await club.services.db.execute<{ key: string }>(
        sql`select key from media_files where media_id = ${broken.mediaId} and role = 'captions'`,
      )
    ).rows
    await club.services.media.delete(file!.key)
    const read = vi.spyOn(club.services.media, 'open')
    await indexCaptions(club.services)
    expect([await captionsFor('backfilled'), await captionsFor('lost')]).toEqual([['Backfilled words'], []])
    read.mockClear()
    await indexCaptions(club.services)
    expect(read.mock.calls).toEqual([[file!.key]])
    read.mockRestore()
    expect(await captionsFor('backfilled')).toHaveLength(1)
  })
})

describe('comments', () => {
  it('and replies are found by their words, newest first, with their post [SEARCH-1] [SEARCH-3]', async () => {
    const { services, people } = club
    const postId = await writtenPost(club, 'About the corner')
    const first = await addComment(services, {
      postId,
      personId: people.member.id,
      content: 'Señor, that was a Corner!',
    })
    const reply = await addComment(services, {
      postId,
      personId: people.otherMember.id,
      content: 'No corner, @Mina',
      replyToId: first.id,
      mentions: [{ id: people.member.id, name: 'Mina' }],
    })
    const { body } = await commentPage(people.member, 'corner')
    expect(body.hits).toMatchObject([
      { id: reply.id, replyToId: first.id, content: 'No corner, @Mina', user: { email: null } },
      { id: first.id, post: { id: postId, excerpt: 'About the corner' }, user: { firstName: 'Mina' } },
    ])
    expect(await commentsFor('senor corn')).toEqual(['Señor, that was a Corner!'])
    // The number of a reference is no word, nor is a name: it may change.
    expect([await commentsFor('1'), await commentsFor('mina')]).toEqual([[], []])
  })

  it('are found as they are now: edited, removed, put back, withdrawn, erased [SEARCH-4]', async () => {
    const { services, people } = club
    const { member, otherMember, creator, admin } = people
    const said = await writtenComment(club, 'Marvellous header')
    await addComment(services, {
      postId: said.postId,
      personId: otherMember.id,
      content: 'Agreed on that header',
      replyToId: said.id,
    })
    const edit = { content: 'Marvellous volley', version: 1 }
    await member.call(api.comments.edit, { params: { id: said.id }, body: edit })
    expect([await commentsFor('marvellous header'), await commentsFor('marvellous')]).toEqual([
      [],
      ['Marvellous volley'],
    ])
    const removedAt = services.clock.now()
    await services.db.update(comments).set({ removedAt, content: 'Removed' }).where(eq(comments.id, said.id))
    for (const caller of [member, creator, admin])
      expect([await commentsFor('marvellous', caller), await commentsFor('removed', caller)]).toEqual([
        [],
        [],
      ])
    await services.db
      .update(comments)
      .set({ removedAt: null, content: 'Marvellous volley' })
      .where(eq(comments.id, said.id))
    expect(await commentsFor('marvellous')).toHaveLength(1)
    await member.call(api.comments.withdraw, { params: { id: said.id } })
    expect(await commentsFor('marvellous')).toEqual([])
    expect(await commentsFor('agreed header')).toHaveLength(1)
    const words = await services.db.$count(commentWords, eq(commentWords.commentId, said.id))
    expect(words).toBe(0)

    // An erased person, whose comment keeps its place because it has a reply.
    const gone = await writtenComment(club, 'Unforgettable save', people.pastDue)
    const answer = { postId: gone.postId, personId: member.id, replyToId: gone.id }
    await addComment(services, { ...answer, content: 'Still unforgettable' })
    await eraseAuthor(services, people.pastDue.id)
    await services.db
      .update(peopleTable)
      .set({ erasedAt: services.clock.now() })
      .where(eq(peopleTable.id, people.pastDue.id))
    expect([await commentsFor('unforgettable'), await commentsFor('deleted account')]).toEqual([
      ['Still unforgettable'],
      [],
    ])
  })

  it('of a hidden member are not found by the person who hid them [SEARCH-4]', async () => {
    const { member, otherMember, creator, lapsed, blocked } = club.people
    await writtenComment(club, 'Hideable opinion', otherMember)
    await writtenComment(club, 'Hideable ruling', creator)
    // Comments of former and suspended members stay readable, so they are found.
    await writtenComment(club, 'Hideable farewell', lapsed)
    await club.services.db.insert(comments).values({
      id: '0190b0d0-0000-7000-8000-0000000000aa',
      postId: await writtenPost(club),
      personId: blocked.id,
      content: 'Hideable outburst',
      createdAt: new Date(0),
    })
    const others = ['Hideable farewell', 'Hideable ruling', 'Hideable outburst']
    await member.call(api.comments.hide, { params: { id: otherMember.id } })
    expect(await commentsFor('hideable')).toEqual(others)
    expect((await commentsFor('hideable', otherMember)).length).toBe(4)
    expect((await commentsFor('hideable', creator)).length).toBe(4)
    const { body } = await member.call(api.search.counts, { query: { search: 'hideable' } })
    expect(body.comments).toEqual({ count: 3, isExact: true })
    await member.call(api.comments.unhide, { params: { id: otherMember.id } })
    expect((await commentsFor('hideable')).length).toBe(4)
  })

  it('that wait for approval or are on a hidden post are not found [SEARCH-4]', async () => {
    const { services, people } = club
    const { member, otherMember, creator, admin, moderator } = people
    const said = await writtenComment(club, 'Concealed remark')
    for (const status of ['removed', 'unpublished', 'processing'] as const) {
      await services.db.update(posts).set({ status }).where(eq(posts.id, said.postId))
      expect([status, await commentsFor('concealed'), await commentsFor('concealed', moderator)]).toEqual([
        status,
        [],
        [],
      ])
    }
    expect((await commentsFor('concealed', creator)).length).toBe(1)

    const rules = { words: ['provisional'], holdsFirst: false, holdsLinks: false }
    const set = await admin.call(api.heldComments.rules)
    await admin.call(api.heldComments.changeRules, { body: { ...set.body, ...rules } })
    const held = await otherMember.call(api.comments.add, {
      params: { id: await writtenPost(club) },
      body: { content: 'Provisional verdict' },
    })
    expect(held.status).toBe(202)
    for (const caller of [member, otherMember, admin, moderator])
      expect(await commentsFor('provisional', caller)).toEqual([])
  })

  it('continue after a comment, which may have been removed since [SEARCH-1]', async () => {
    const { member, admin } = club.people
    for (const number of [1, 2, 3, 4, 5]) await writtenComment(club, `Offside trap ${number}`)
    const first = (await commentPage(member, 'offside trap', { limit: 2 })).body
    expect([first.hits.map(({ content }) => content), first.hasMore]).toEqual([
      ['Offside trap 5', 'Offside trap 4'],
      true,
    ])
    const after = first.hits.at(-1)!
    await club.services.db
      .update(comments)
      .set({ removedAt: club.services.clock.now() })
      .where(eq(comments.id, after.id))
    const rest = (await commentPage(member, 'offside trap', { after: after.id.toUpperCase() })).body
    expect([rest.hits.map(({ content }) => content), rest.hasMore]).toEqual([
      ['Offside trap 3', 'Offside trap 2', 'Offside trap 1'],
      false,
    ])
    await admin.call(api.comments.remove, { params: { id: after.id } })
    for (const cursor of [after.id, noSuchId, 'x', '<b>'])
      expect(await commentPage(member, 'offside', { after: cursor })).toMatchObject({
        status: 404,
        message: 'Comment not found',
      })
  })
})

it('finds nothing without access, whether or not there are hits [SEARCH-4]', async () => {
  await writtenComment(club, 'Members only chatter')
  const { lapsed, newcomer, blocked } = club.people
  for (const tab of tabs)
    for (const search of ['members only chatter', 'nothing of the kind']) {
      expect((await fetchTab(club.visitor(), tab, { search })).status).toBe(401)
      for (const [caller, message] of [
        [lapsed, 'Subscription required'],
        [newcomer, 'Subscription required'],
        [blocked, 'Account suspended'],
      ] as const) {
        const reply = await fetchTab(caller, tab, { search })
        expect([reply.status, await reply.json()]).toMatchObject([403, { message }])
      }
    }
})

it('takes every search, and refuses what is none [SEARCH-1] [T-IN-02]', async () => {
  const { member } = club.people
  await writtenComment(club, 'The <script>alert(1)</script> of the match 😀')
  const found = {
    'the of': 1,
    '<script>': 1,
    "'); drop table comments; --": 0,
    '😀': 1,
    a: 1,
    '"': 0,
    '%': 0,
  }
  const searches = Object.keys(found).concat('', '   ', '!?', '😀'.repeat(200), `"${'x '.repeat(99)}`)
  for (const search of searches)
    for (const tab of tabs)
      expect([search, (await fetchTab(member, tab, { search })).status]).toEqual([search, 200])
  for (const [search, count] of Object.entries(found))
    expect([search, (await commentsFor(search)).filter((text) => text.includes('script')).length]).toEqual([
      search,
      count,
    ])
  const none = { count: 0, isExact: true }
  for (const search of ['', '!?'])
    expect((await member.call(api.search.counts, { query: { search } })).body).toEqual({
      posts: none,
      captions: none,
      comments: none,
    })
  for (const noun of tabs)
    for (const query of ['', `search=${'x'.repeat(201)}`, 'search=a&search=b'])
      expect([noun, query, (await member.fetch(`/api/search/${noun}?${query}`)).status]).toEqual([
        noun,
        query,
        400,
      ])
  for (const query of ['limit=0', 'limit=51', 'limit=x', `after=${'x'.repeat(65)}`])
    expect((await member.fetch(`/api/search/comments?search=a&${query}`)).status).toBe(400)
})

it('counts what each tab finds, posts within the filters, up to a hundred [SEARCH-1]', async () => {
  const { services, people } = club
  const post = await writtenPost(club, 'Countable post')
  await writtenPost(club, 'Another countable post')
  await services.db
    .update(posts)
    .set({ tags: ['Counted'] })
    .where(eq(posts.id, post))
  await saveCaptions(await film(), [cue('00:01', 'Countable words')])
  const add = (from: number, to: number) =>
    services.db.execute(sql`
      insert into comments (id, post_id, person_id, content, created_at)
      select gen_random_uuid(), ${post}::uuid, ${people.otherMember.id}::uuid, 'Countable comment ' || n,
        now() - n * interval '1 minute'
      from generate_series(${from}::int, ${to}::int) n`)
  await add(1, maxHitsCounted)
  const count = async (more: { tag?: string } = {}) =>
    (await people.member.call(api.search.counts, { query: { search: 'countable', ...more } })).body
  expect(await count()).toEqual({
    posts: { count: 2, isExact: true },
    captions: { count: 1, isExact: true },
    comments: { count: maxHitsCounted, isExact: true },
  })
  expect((await count({ tag: 'counted' })).posts).toEqual({ count: 1, isExact: true })
  await add(101, 101)
  expect((await count()).comments).toEqual({ count: maxHitsCounted, isExact: false })
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

it('reads no more than a part of many comments and captions, for frequent and rare words [SEARCH-1]', async () => {
  const { services, people } = club
  const postId = await writtenPost(club)
  const { mediaId } = await film()
  await services.db.execute(sql`
    insert into media_files (media_id, variant, role, key, mime_type, bytes)
    values (${mediaId}, 'captions-en', 'captions', ${`${mediaId}/none`}, 'text/vtt', 1)`)
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const said = sql`'Often ' || case when n % 2000 = 0 then 'seldom ' else '' end || case when n % 40 = 0 then 'sometimes' else 'word' || n % 997 end`
    await tx.execute(sql`
      insert into comments (id, post_id, person_id, content, created_at)
      select gen_random_uuid(), ${postId}::uuid, ${people.otherMember.id}::uuid, ${said},
        timestamptz '2025-01-01' - n * interval '1 minute'
      from generate_series(1, 40000) n`)
    await tx.execute(sql`
      insert into caption_cues (media_id, variant, number, seconds, text, created_at, words)
      select ${mediaId}, 'captions-en', n, n, ${said}, timestamptz '2025-01-01', search_words(${said})
      from generate_series(1, 40000) n`)
  })
  for (const table of ['comments', 'comment_words', 'caption_cues'])
    await services.db.execute(sql`analyze ${sql.identifier(table)}`)
  const asked = vi.spyOn(services.db.$client, 'query')
  const counts: unknown[] = []
  for (const search of ['often', 'sometimes', 'often sometimes', 'seldom', 'often seldom', 'often sel'])
    counts.push((await people.member.call(api.search.counts, { query: { search } })).body)
  const queries: unknown[][] = [...asked.mock.calls]
  asked.mockRestore()
  const many = { count: maxHitsCounted, isExact: false }
  const few = { count: 20, isExact: true }
  expect(counts).toMatchObject(
    [many, many, many, few, few, few].map((each) => ({ captions: each, comments: each })),
  )

  const nodes: Plan[] = []
  for (const [query, values] of queries) {
    // The driver is asked by name, text and values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { text } = query as { text: string }
    if (!/comment_words w|caption_cues w/.test(text)) continue
    const { rows } = await services.db.$client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      values as unknown[],
    )
    nodes.push(...nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan))
  }
  const large = ['comment_words', 'caption_cues', 'comments']
  const read = nodes.filter((node) => large.includes(node['Relation Name'] ?? ''))
  expect(new Set(read.map((node) => node['Relation Name']))).toEqual(new Set(large))
  expect(read.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
})
