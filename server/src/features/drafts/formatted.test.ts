import { readFileSync } from 'node:fs'
import { api } from '@touchline/contract/api.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { newDraft } from '#testing/draft-desk.ts'
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
    blocks: [{ kind: 'heading', level: 2 }, { kind: 'paragraph' }],
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
