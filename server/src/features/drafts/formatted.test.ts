import { readFileSync } from 'node:fs'
import { api } from '@touchline/contract/api.ts'
import type { Draft } from '@touchline/contract/drafts.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { newDraft, picture } from '#testing/new-draft.ts'
import { sendResumably } from '#testing/resumable.ts'
import { drafts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const markdown = '## The penalty\n\nIt was **never** a [penalty](https://example.com/laws).'
const words = 'The penalty\n\nIt was never a penalty.'

/** Publishes a formatted draft and returns the id of the post. */
async function publishFormatted(text = markdown) {
  const { id, version } = await newDraft(club.people.creator, { content: text })
  const { status } = await club.people.creator.call(api.drafts.publish, {
    params: { id },
    body: { version, mediaId: null },
  })
  return { id, status }
}

it('shows members the formatted text and its words, and the creator its source [FEED-3, TEXT-2]', async () => {
  const { creator, member } = club.people
  const { id } = await publishFormatted()
  const seen = (await member.call(api.posts.show, { params: { id } })).body
  expect(seen).toMatchObject({
    content: words,
    blocks: [{ kind: 'heading', level: 1 }, { kind: 'paragraph' }],
  })
  expect(seen).not.toHaveProperty('markdown')
  expect((await creator.call(api.posts.show, { params: { id } })).body.markdown).toBe(markdown)
})

it('is searched by its words, not by the addresses of its links [FEED-2, TEXT-3]', async () => {
  const { member } = club.people
  const { id } = await publishFormatted('A **quagga** grazes [here](https://example.com/okapi).')
  const found = async (search: string) => {
    const { body } = await member.call(api.posts.list, { query: { page: 1, limit: 5, search } })
    return Array.isArray(body) ? [] : body.posts.map((post) => post.id)
  }
  expect(await found('quagga grazes')).toEqual([id])
  expect(await found('okapi')).toEqual([])
})

/** A draft with pictures of these colours and a text that names them, and their ids. */
async function withPictures(colours: string[], textOf: (ids: string[]) => string) {
  const { creator } = club.people
  const { id } = await newDraft(creator)
  const params = { id }
  for (const colour of colours) {
    const uploadId = await sendResumably(creator, await picture(colour))
    await creator.call(api.drafts.addPart, { params, body: { uploadId } })
  }
  const { version, parts } = (await creator.call(api.drafts.show, { params })).body
  const ids = parts.map((part) => part.id)
  const body = { version, title: '', content: textOf(ids), mediaAlt: '', opensAt: null }
  return { params, ids, draft: (await creator.call(api.drafts.save, { params, body })).body }
}

const publishDraft = async ({ id, version, mediaId }: Draft) =>
  club.people.creator.call(api.drafts.publish, { params: { id }, body: { version, mediaId } })

it('has pictures of the post between its paragraphs, which its gallery does not repeat [TEXT-4]', async () => {
  const { creator, member, lapsed } = club.people
  const { params, ids, draft } = await withPictures(
    ['#aa0011', '#00aa11', '#1100aa'],
    ([first]) => `Before\n\n![A quokka asleep](part:${first})\n\nAfter ![](part:${'A'.repeat(22)})`,
  )
  expect((await publishDraft(draft)).status).toBe(200)
  const { body: seen } = await member.call(api.posts.show, { params })
  expect(seen).toMatchObject({
    content: 'Before\n\nA quokka asleep\n\nAfter',
    blocks: [{}, { kind: 'picture', part: ids[0], alt: 'A quokka asleep' }, {}, { kind: 'picture' }],
    pictures: [{ id: ids[0] }],
    mediaType: 'image',
    gallery: { count: 2, parts: [{ id: ids[1] }, { id: ids[2] }] },
  })
  const listed = await member.call(api.posts.list, { query: { page: 1, limit: 1, search: 'quokka' } })
  expect(listed.body).toMatchObject({
    posts: [{ id: params.id, pictures: [{ id: ids[0] }], gallery: { count: 2 } }],
  })
  const { url } = seen.pictures[0]!.media!
  expect((await member.fetch(url)).status).toBe(200)
  expect((await lapsed.fetch(url)).status).toBe(403)

  const edit = async (text: string) =>
    (await creator.call(api.posts.edit, { params, body: { markdown: text } })).body
  const all = ids.map((id) => `![](part:${id})`).join('\n\n')
  expect(await edit(`Words\n\n${all}`)).toMatchObject({ mediaType: 'text', gallery: null, media: null })
  expect((await edit(`Words\n\n${all}`)).pictures.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  // Without words the pictures are all there is to show.
  expect(await edit('')).toMatchObject({ content: '', pictures: [], gallery: { count: 3 } })
})

it('keeps its pictures when they are replaced, and shows no one else’s [TEXT-4]', async () => {
  const { creator, otherCreator } = club.people
  const { params, ids, draft } = await withPictures(['#aa1122'], ([first]) => `Words\n\n![x](part:${first})`)
  const uploadId = await sendResumably(creator, await picture('#22aa11'))
  const body = { uploadId, replaces: ids[0]! }
  const replaced = (await creator.call(api.drafts.addPart, { params, body })).body
  const [part] = replaced.parts
  expect([replaced.content, replaced.version]).toEqual([`Words\n\n![x](part:${part!.id})`, draft.version + 1])
  expect((await publishDraft(replaced)).body).toMatchObject({ pictures: [{ id: part!.id }], gallery: null })
  const { id, version } = await newDraft(otherCreator, { content: `Words ![x](part:${part!.id})` })
  const stolen = await otherCreator.call(api.drafts.publish, {
    params: { id },
    body: { version, mediaId: null },
  })
  expect(stolen.body).toMatchObject({ pictures: [], mediaType: 'text' })
})

it('is found by the descriptions of its files, as long as they have them [FEED-2]', async () => {
  const { creator, member } = club.people
  const { draft, params } = await withPictures(['#aa2233'], () => '')
  const described = {
    version: draft.version,
    title: '',
    content: '',
    mediaAlt: 'An axolotl waves',
    opensAt: null,
  }
  await publishDraft((await creator.call(api.drafts.save, { params, body: described })).body)
  const found = async (search: string) => {
    const { body } = await member.call(api.posts.list, { query: { page: 1, limit: 5, search } })
    return Array.isArray(body) ? [] : body.posts.map((post) => post.id)
  }
  expect(await found('axolotl wave')).toEqual([params.id])
  await creator.call(api.posts.edit, { params, body: { mediaAlt: 'A capybara waves' } })
  expect([await found('axolotl'), await found('capybara')]).toEqual([[], [params.id]])
})

it('needs words, as every text post does [UPL-2]', async () => {
  expect((await publishFormatted('---\n\n> ')).status).toBe(400)
})

it('lists drafts by their words', async () => {
  const { id } = await newDraft(club.people.creator, { content: '# **Half-time**' })
  const { body } = await club.people.creator.call(api.drafts.list)
  expect(body.find((line) => line.id === id)?.beginning).toBe('Half-time')
})

it('is edited as Markdown, or becomes plain text when plain content is sent', async () => {
  const { creator } = club.people
  const { id } = await publishFormatted()
  const edit = async (body: { content?: string; markdown?: string }) =>
    (await creator.call(api.posts.edit, { params: { id }, body })).body
  expect(await edit({ markdown: '- one\n- two' })).toMatchObject({
    content: 'one\ntwo',
    blocks: [{ kind: 'list', start: null }],
    markdown: '- one\n- two',
  })
  expect(await edit({ content: '*plain*' })).toMatchObject({
    content: '*plain*',
    blocks: null,
    markdown: '\\*plain\\*',
  })
  const empty = await creator.call(api.posts.edit, { params: { id }, body: { markdown: '---' } })
  expect(empty.status).toBe(400)
})

it('keeps what drafts of earlier versions say, which were plain text [R-16]', async () => {
  const { creator } = club.people
  const content = '1. The *call*\n   <b>why</b>\n---\nA_b_c \\ [x](https://example.com)\n\n# no heading'
  const { id } = await newDraft(creator, { content })
  const migration = new URL('../../db/migrations/0045_formatted_text.sql', import.meta.url)
  const step = readFileSync(migration, 'utf8').split('--> statement-breakpoint').at(-1)!
  await club.services.db.execute(sql.raw(step))
  const [{ version } = { version: 0 }] = await club.services.db
    .select()
    .from(drafts)
    .where(sql`id = ${id}`)
  await creator.call(api.drafts.publish, { params: { id }, body: { version, mediaId: null } })
  const { body } = await creator.call(api.posts.show, { params: { id } })
  expect(body.content).toBe(content.replace('   <b>', '<b>'))
  expect(body.blocks?.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph'])
})
