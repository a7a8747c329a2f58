import { api } from '@touchline/contract/api.ts'
import type { Site } from '@touchline/contract/site.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '#features/posts/schema.ts'
import { placeholderOf } from '#features/teasers/to-teaser.ts'
import { type Club, openClub } from '#testing/club.ts'
import { drawPostCard, drawSiteCard } from './link-card.ts'

let club: Club
let site: Site
beforeAll(async () => {
  club = await openClub({ ACCESS_CODE: 'half-time' })
  site = (await club.visitor().call(api.site.show)).body
})
afterAll(() => club.close())

const teaser: Teaser = {
  id: 'one',
  title: 'Added time',
  lines: null,
  mediaType: 'video',
  durationMs: 200_000,
  words: null,
  placeholder: placeholderOf('3OcRJYB4d3h/iIeHeEh3eIhw+j3A'),
  likesCount: 0,
  commentsCount: 0,
  createdAt: '2026-05-04T10:00:00.000Z',
  clip: null,
}

/** The share of bright pixels in the box of the title. */
async function inkOf(card: Buffer): Promise<number> {
  const { data } = await sharp(card)
    .extract({ left: 80, top: 224, width: 1040, height: 270 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((value) => value > 200).length / data.length
}

const titles: [string, string | null][] = [
  ['plain', 'Added time'],
  ['with markup', '<b>Bold</b> &amp; <span foreground="red">"quoted"</span> </span>'],
  ['of 4,000 characters', 'word '.repeat(800)],
  ['of one endless word', 'W'.repeat(4000)],
  ['from right to left', 'مباراة الموسم: القرار الذي أخطأت فيه'],
  ['of emoji alone', '😀👩‍👩‍👧🇬🇧'],
  ['with emoji', 'Kick-off 😀 tonight'],
  ['of control characters', '\u0001\u001b[31m\u2028'],
  ['missing', null],
]

describe('a link card', () => {
  it.each(titles)('is drawn for a title %s [FRONT-3]', async (_kind, title) => {
    const card = await drawPostCard({ ...teaser, title }, site)
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    const ink = await inkOf(card)
    expect(ink).toBeGreaterThan(0.01)
    expect(ink).toBeLessThan(0.5)
  })

  it('stays small and dark enough for its text [FRONT-3]', async () => {
    const white = `data:image/png;base64,${(
      await sharp({ create: { width: 4, height: 3, channels: 3, background: '#ffffff' } })
        .png()
        .toBuffer()
    ).toString('base64')}`
    const card = await drawPostCard({ ...teaser, title: 'I', placeholder: white }, site)
    expect(card.length).toBeLessThan(150_000)
    expect(await inkOf(card)).toBeLessThan(0.02)
  })

  it('is drawn for the site, whatever its texts [FRONT-3]', async () => {
    for (const name of [site.creator.name, null]) {
      const creator = { ...site.creator, name, tagline: name ? site.creator.tagline : '😀' }
      expect(await inkOf(await drawSiteCard({ ...site, creator }))).toBeGreaterThan(0.01)
    }
  })
})

const addPost = async (row: Partial<typeof posts.$inferInsert> = {}) => {
  const id = uuid()
  await club.services.db.insert(posts).values({
    id,
    creatorId: club.people.creator.id,
    content: 'Text',
    mediaType: 'text',
    createdAt: club.clock.now(),
    ...row,
  })
  return id
}

describe('the address of a card', () => {
  it('serves it to other sites, also behind the gate, and only for shared posts [FRONT-3]', async () => {
    const visitor = club.visitor()
    const shared = await addPost({ title: 'Added time' })
    for (const path of ['/api/site/card.png', `/api/site/teasers/${shared}/card.png`]) {
      const answer = await visitor.fetch(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 1200 })
      const headers = { 'if-none-match': answer.headers.get('etag')! }
      expect((await visitor.fetch(path, { headers })).status).toBe(304)
      expect((await visitor.fetch(path, { method: 'HEAD' })).status).toBe(200)
    }
    const hidden = [await addPost({ sharing: 'off' }), await addPost({ status: 'removed' }), uuid(), 'none']
    for (const id of hidden) {
      const { status } = await visitor.fetch(`/api/site/teasers/${id}/card.png`)
      expect([400, 404]).toContain(status)
    }
  })

  it('serves a new picture after a change of the title [FRONT-3]', async () => {
    const id = await addPost({ title: 'Before' })
    const etag = async () =>
      (await club.visitor().fetch(`/api/site/teasers/${id}/card.png`)).headers.get('etag')
    const before = await etag()
    await club.people.creator.call(api.posts.edit, { params: { id }, body: { title: 'After' } })
    await expect.poll(etag).not.toBe(before)
  })
})
