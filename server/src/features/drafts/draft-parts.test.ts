import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { Draft } from '@touchline/contract/drafts.ts'
import { maxParts } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { media, mediaFiles } from '#features/media/schema.ts'
import { postParts } from '#features/posts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { blank, newDraft, picture } from '#testing/new-draft.ts'
import { sendResumably } from '#testing/resumable.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { draftParts } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

async function add(caller: Caller, id: string, file: Uint8Array, replaces?: string) {
  const uploadId = await sendResumably(club.people.creator, file)
  return caller.call(api.drafts.addPart, {
    params: { id },
    body: { uploadId, ...(replaces && { replaces }) },
  })
}

async function attachFile(id: string, name: string, file: Uint8Array) {
  const { creator } = club.people
  const uploadId = await sendResumably(creator, file)
  return creator.call(api.drafts.addAttachment, { params: { id }, body: { uploadId, name } })
}

const textOf = ({ title, content, mediaAlt, opensAt }: Draft) => ({ title, content, mediaAlt, opensAt })

/** A draft with pictures of these colours. */
async function gallery(...colours: string[]): Promise<Draft> {
  const { creator } = club.people
  let draft = await newDraft(creator)
  for (const colour of colours) draft = (await add(creator, draft.id, await picture(colour))).body
  return draft
}

const publish = ({ id, version, mediaId, parts }: Draft) =>
  club.people.creator.call(api.drafts.publish, {
    params: { id },
    body: { version, mediaId, parts: parts.map((part) => part.id) },
  })

const captionsOf = ({ gallery: shown }: Post) => shown?.parts[1]?.media?.captions.length

const fail = (id: string) =>
  club.services.db.update(media).set({ status: 'failed', problem: 'Broken.' }).where(eq(media.id, id))

describe('the parts of a draft', () => {
  it('are reordered and described with its text, and published in that order [GAL-1]', async () => {
    const { creator, member } = club.people
    const draft = await gallery('#aa0000', '#00aa00', '#0000aa')
    const [red, green, blue] = draft.parts.map(({ id }) => id)
    const params = { id: draft.id }
    const parts = [
      { id: blue!, mediaAlt: 'Blue ' },
      { id: 'gone', mediaAlt: 'Removed before' },
      { id: red!, mediaAlt: '' },
    ]
    const body = { version: draft.version, ...textOf(draft), parts }
    const saved = (await creator.call(api.drafts.save, { params, body })).body
    // The part that the request does not name was added in the meantime.
    expect(saved.parts.map(({ id, mediaAlt }) => [id, mediaAlt])).toEqual([
      [blue, 'Blue '],
      [red, null],
      [green, null],
    ])
    expect([saved.mediaId, saved.mediaAlt, saved.version]).toEqual([blue, 'Blue ', draft.version + 1])
    expect((await creator.call(api.drafts.save, { params, body })).body.version).toBe(saved.version)
    const late = { ...body, parts: parts.toReversed() }
    expect((await creator.call(api.drafts.save, { params, body: late })).status).toBe(409)

    expect((await publish(saved)).status).toBe(200)
    const { body: post } = await member.call(api.posts.show, { params })
    expect(post).toMatchObject({
      mediaType: 'image',
      mediaAlt: 'Blue',
      mediaUrl: post.gallery!.parts[0]!.media!.url,
    })
    expect(post.gallery).toMatchObject({ count: 3, parts: [{ id: blue }, { id: red }, { id: green }] })
    expect((await member.fetch(post.gallery!.parts[2]!.media!.url)).status).toBe(200)
    expect((await club.people.lapsed.fetch(post.gallery!.parts[2]!.media!.url)).status).toBe(403)
  })

  it('are listed with the first four of a gallery, and all on its page [GAL-3]', async () => {
    const { member } = club.people
    const draft = await gallery('#100000', '#200000', '#300000', '#400000', '#500000')
    await publish(draft)
    const listed = await member.call(api.posts.list, { query: { limit: 1 } })
    if (!('total' in listed.body)) throw new Error('a page was asked for')
    expect(listed.body.posts[0]).toMatchObject({ id: draft.id, gallery: { count: 5 } })
    expect(listed.body.posts[0]!.gallery!.parts.map(({ id }) => id)).toEqual(
      draft.parts.slice(0, 4).map(({ id }) => id),
    )
    const { body } = await member.call(api.posts.show, { params: { id: draft.id } })
    expect(body.gallery!.parts).toHaveLength(5)
  })

  it('are listed as they are after each change of a file, whatever lists have cached [GAL-3]', async () => {
    const { member } = club.people
    const { db } = club.services
    const draft = await gallery('#110000', '#220000')
    await publish(draft)
    const listed = async () => {
      const { body } = await member.call(api.posts.list, { query: { limit: 1 } })
      if (!('total' in body) || body.posts[0]?.id !== draft.id) throw new Error('the post is not the newest')
      return body.posts[0]
    }
    const [first, second] = draft.parts.map(({ id }) => id)
    const captions = {
      mediaId: second!,
      variant: 'captions-en',
      role: 'captions',
      key: `${second}/captions`,
    } as const
    const isCaptions = and(eq(mediaFiles.mediaId, second!), eq(mediaFiles.role, 'captions'))
    await listed()
    await db.update(postParts).set({ alt: 'Changed' }).where(eq(postParts.mediaId, first!))
    expect((await listed()).mediaAlt).toBe('Changed')
    await db.insert(mediaFiles).values({ ...captions, mimeType: 'text/vtt', bytes: 1 })
    expect(captionsOf(await listed())).toBe(1)
    await db.update(mediaFiles).set({ variant: 'captions-de' }).where(isCaptions)
    expect((await listed()).gallery?.parts[1]?.media?.captions[0]?.language).toBe('de')
    await db.delete(mediaFiles).where(isCaptions)
    expect(captionsOf(await listed())).toBe(0)
    await fail(first!)
    expect(await listed()).toMatchObject({ media: { url: draft.parts[1]!.media!.url }, gallery: null })
    await db.delete(postParts).where(eq(postParts.mediaId, second!))
    expect((await listed()).media).toBeNull()
    await db.insert(postParts).values({ mediaId: second!, postId: draft.id, position: 1 })
    expect((await listed()).media).toMatchObject({ url: draft.parts[1]!.media!.url })
  })

  it('fail alone: members see the others, the creator the reason [GAL-2]', async () => {
    const { creator, member } = club.people
    const draft = await gallery('#aa1100', '#00aa11', '#1100aa')
    const [first] = draft.parts
    await fail(first!.id)
    expect((await publish(draft)).body).toMatchObject({ status: 'ready' })
    const params = { id: draft.id }
    const seen = (await member.call(api.posts.show, { params })).body
    expect(seen.gallery!.parts.map(({ id }) => id)).toEqual(draft.parts.slice(1).map(({ id }) => id))
    expect(seen.media).toEqual(draft.parts[1]!.media)
    const own = (await creator.call(api.posts.show, { params })).body
    expect(own.gallery).toMatchObject({ count: 3, parts: [{ status: 'failed', problem: 'Broken.' }, {}, {}] })
    expect((await member.fetch(first!.media!.url)).status).toBe(200)
  })

  it('are all needed to fail for a draft to be unpublishable [GAL-2]', async () => {
    const draft = await gallery('#aa2200', '#00aa22')
    for (const { id } of draft.parts) await fail(id)
    expect(await publish(draft)).toMatchObject({ status: 409 })
  })

  it('are replaced in place, with their description; the files are deleted [DESK-3]', async () => {
    const { creator } = club.people
    const { db } = club.services
    const draft = await gallery('#aa3300', '#00aa33')
    const params = { id: draft.id }
    const [first, second] = draft.parts.map(({ id }) => id)
    const parts = [
      { id: first!, mediaAlt: 'One' },
      { id: second!, mediaAlt: 'Two' },
    ]
    await creator.call(api.drafts.save, { params, body: { version: 1, ...blank, parts } })
    const { body } = await add(creator, draft.id, await picture('#3300aa'), first)
    expect(body.parts.map(({ mediaAlt }) => mediaAlt)).toEqual(['One', 'Two'])
    expect(body.parts.map(({ id }) => id)).toEqual([expect.not.stringMatching(first!), second])
    expect(await db.select().from(media).where(eq(media.id, first!))).toEqual([])
    await expect.poll(async () => (await storedKeys(club)).some((key) => key.startsWith(first!))).toBe(false)
    expect((await add(creator, draft.id, await picture('#330000'), first)).status).toBe(404)
    expect((await creator.call(api.drafts.show, { params })).body.parts).toHaveLength(2)
  })

  it('are removed one by one, and with the draft [DESK-3]', async () => {
    const { creator } = club.people
    const { db } = club.services
    const draft = await gallery('#aa4400', '#00aa44', '#4400aa')
    const params = { id: draft.id }
    const [, second, third] = draft.parts
    const removal = { params: { ...params, partId: draft.parts[0]!.id } }
    for (const _ of [1, 2]) {
      const { body } = await creator.call(api.drafts.removePart, removal)
      expect(body.parts.map(({ id }) => id)).toEqual([second!.id, third!.id])
    }
    const rows = await db.select().from(draftParts).where(eq(draftParts.draftId, draft.id))
    expect(rows.map(({ position }) => position).toSorted((one, other) => one - other)).toEqual([0, 1])
    await attachFile(draft.id, 'notes.txt', Buffer.from('notes'))
    await creator.call(api.drafts.remove, { params })
    expect(await db.select().from(draftParts).where(eq(draftParts.draftId, draft.id))).toEqual([])
    expect(await db.select().from(media).where(eq(media.id, third!.id))).toEqual([])
  })

  it('are at most 60, and an upload is one part however often it is added [GAL-1]', async () => {
    const { creator, otherCreator } = club.people
    const { db } = club.services
    const draft = await gallery('#aa5500')
    const params = { id: draft.id }
    const [file] = await db.select().from(media).where(eq(media.id, draft.mediaId!))
    const ids = Array.from({ length: maxParts - 2 }, (_, n) => `p${String(n).padStart(21, '0')}`)
    await db.insert(media).values(ids.map((id) => ({ ...file!, id })))
    await db
      .insert(draftParts)
      .values(ids.map((mediaId, n) => ({ mediaId, draftId: draft.id, position: n + 1 })))
    const uploadId = await sendResumably(creator, await picture('#00aa55'))
    const body = { uploadId }
    expect((await otherCreator.call(api.drafts.addPart, { params, body })).status).toBe(404)
    const own = await newDraft(otherCreator)
    expect((await otherCreator.call(api.drafts.addPart, { params: { id: own.id }, body })).status).toBe(404)
    const answers = await Promise.all([1, 2, 3].map(() => creator.call(api.drafts.addPart, { params, body })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await creator.call(api.drafts.show, { params })).body.parts).toHaveLength(maxParts)
    const refused = await add(creator, draft.id, await picture('#5500aa'))
    expect([refused.status, refused.message]).toEqual([
      409,
      'A post can have 60 pictures and videos. Please remove one first.',
    ])
  })

  it('must still be those that the creator saw when it is published [DESK-3]', async () => {
    const draft = await gallery('#aa6600')
    await add(club.people.creator, draft.id, await picture('#00aa66'))
    expect((await publish(draft)).status).toBe(409)
  })

  it('are deleted with the post [GAL-1]', async () => {
    const { creator } = club.people
    const { db } = club.services
    const draft = await gallery('#aa7700', '#00aa77')
    await publish(draft)
    await creator.call(api.posts.remove, { params: { id: draft.id } })
    expect(await db.select().from(postParts).where(eq(postParts.postId, draft.id))).toEqual([])
    for (const { id } of draft.parts) {
      expect(await db.select().from(media).where(eq(media.id, id))).toEqual([])
      expect(await db.select().from(mediaFiles).where(eq(mediaFiles.mediaId, id))).toEqual([])
    }
  })
})

describe('an attachment', () => {
  it('is a download for members behind the access check, never shown inline [ATT-1]', async () => {
    const { creator, member, lapsed, otherCreator } = club.people
    const draft = await newDraft(creator)
    const page = Buffer.from('<script>alert(1)</script>')
    const { body } = await attachFile(draft.id, 'plan.html', page)
    expect(body).toMatchObject({
      mediaType: 'text',
      attachments: [{ name: 'plan.html', bytes: page.length }],
    })
    const { url } = body.attachments[0]!
    expect((await member.fetch(url)).status).toBe(404)
    expect((await otherCreator.fetch(url)).status).toBe(404)
    await publish(body)
    const { body: post } = await member.call(api.posts.show, { params: { id: draft.id } })
    expect(post).toMatchObject({ mediaType: 'text', media: null, gallery: null, attachments: [{ url }] })
    expect((await lapsed.fetch(url)).status).toBe(403)
    expect((await club.visitor().fetch(url)).status).toBe(401)
    for (const headers of [{}, { 'sec-fetch-dest': 'document' }, { range: 'bytes=0-7' }]) {
      const answer = await member.fetch(url, { headers })
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-disposition': 'attachment; filename=plan.html',
        'content-type': 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
      expect([200, 206]).toContain(answer.status)
    }
    expect(Buffer.from(await (await member.fetch(url)).arrayBuffer())).toEqual(page)
    expect((await member.fetch(url.replace('attachment', 'whole'))).status).toBe(404)
  })

  it.each([
    ['../../x.html', 'x.html', 'attachment; filename=x.html'],
    ['C:\\temp\\evil.svg', 'evil.svg', 'attachment; filename=evil.svg'],
    ['photo\u202Egpj.exe', 'photogpj.exe', 'attachment; filename=photogpj.exe'],
    ['a"b\r\nset-cookie: x.txt', 'a_bset-cookie_ x.txt', 'attachment; filename="a_bset-cookie_ x.txt"'],
    [
      'Straße 🎉.pdf',
      'Straße 🎉.pdf',
      expect.stringContaining("filename*=UTF-8''Stra%C3%9Fe%20%F0%9F%8E%89.pdf"),
    ],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`, expect.stringContaining('xxx.pdf')],
    ['.htaccess', 'htaccess', expect.any(String)],
    ['..', 'file', 'attachment; filename=file'],
    ['', 'file', 'attachment; filename=file'],
  ])('called %j is named %j [ATT-1]', async (name, shown, disposition) => {
    const { creator } = club.people
    const draft = await newDraft(creator)
    const { status, body } = await attachFile(draft.id, name, Buffer.from(randomUUID()))
    expect([status, body.attachments.map((one) => one.name)]).toEqual([200, [shown]])
    const answer = await creator.fetch(body.attachments[0]!.url)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, disposition])
  })

  it('needs a name that can be stored and bytes that arrived [ATT-1]', async () => {
    const { creator } = club.people
    const draft = await newDraft(creator)
    const uploadId = await sendResumably(creator, Buffer.from('text'))
    for (const name of ['x\u0000.txt', '\ud800.txt', 'x'.repeat(1001), 7, null]) {
      const body: Record<string, unknown> = { uploadId, name }
      const answer = await creator.fetch(`/api/drafts/${draft.id}/attachments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([name, answer.status]).toEqual([name, 400])
    }
  })
})
