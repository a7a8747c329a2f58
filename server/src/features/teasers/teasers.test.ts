import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { thumbHashToDataURL } from 'thumbhash'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { media } from '#features/media/schema.ts'
import { people } from '#features/people/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { beginningOf, placeholderOf } from './to-teaser.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ ACCESS_CODE: 'off' })
})
afterAll(() => club.close())
beforeEach(async () => {
  await club.services.db.delete(posts)
})

const hourMs = 3_600_000

type Row = Partial<typeof posts.$inferInsert>

/** A text post, written as a row. */
async function addPost(row: Row = {}): Promise<string> {
  const id = uuid()
  await club.services.db.insert(posts).values({
    id,
    creatorId: club.people.creator.id,
    title: 'Added time',
    content: 'Nobody tells you how quiet it is.\nAnd then the whistle.',
    mediaType: 'text',
    createdAt: club.clock.now(),
    ...row,
  })
  return id
}

const show = (id: string) => club.visitor().call(api.teasers.show, { params: { id } })
const statusOf = async (id: string) => (await show(id)).status
const titles = async () =>
  (await club.visitor().call(api.teasers.list)).body.teasers.map(({ title }) => title)
const share = (sharing: 'off' | 'title' | 'teaser') =>
  club.people.creator.call(api.profiles.changePrivacy, { body: { sharing } })

describe('a shared post', () => {
  it('shows strangers its title, kind, length and counts by default [FRONT-2]', async () => {
    const createdAt = new Date('2026-05-04T10:00:00Z')
    const id = await addPost({ likesCount: 3, commentsCount: 2, createdAt })
    const { body } = await show(id)
    expect(body).toEqual({
      id,
      title: 'Added time',
      lines: null,
      mediaType: 'text',
      durationMs: null,
      words: 11,
      placeholder: null,
      likesCount: 3,
      commentsCount: 2,
      createdAt: createdAt.toISOString(),
      clip: null,
    })
  })

  it('shows what the creator allows, for all posts and for one [FRONT-2]', async () => {
    const [plain, off, teaser] = [
      await addPost(),
      await addPost({ sharing: 'off' }),
      await addPost({ sharing: 'teaser' }),
    ]
    const seen = async () =>
      Promise.all(
        [plain, off, teaser].map(async (id) => {
          const { status, body } = await show(id)
          return status === 200 ? body.lines : status
        }),
      )
    const lines = 'Nobody tells you how quiet it is.\nAnd then the whistle.'
    expect(await seen()).toEqual([null, 404, lines])
    expect((await share('teaser')).body.sharing).toBe('teaser')
    await expect.poll(seen).toEqual([lines, 404, lines])
    await share('off')
    await expect.poll(seen).toEqual([404, 404, lines])
    await share('title')
    await expect.poll(seen).toEqual([null, 404, lines])
  })

  it('is changed with the post, by its creator alone [FRONT-2]', async () => {
    const { creator, otherCreator, member } = club.people
    const id = await addPost()
    const edit = (caller: typeof creator, sharing: unknown) =>
      caller.call(api.posts.edit, { params: { id }, body: { sharing } })
    expect((await edit(creator, 'off')).body.sharing).toBe('off')
    await expect.poll(() => statusOf(id)).toBe(404)
    expect((await edit(creator, null)).body.sharing).toBeNull()
    await expect.poll(() => statusOf(id)).toBe(200)
    expect((await edit(creator, 'everything')).status).toBe(400)
    for (const other of [otherCreator, member]) expect((await edit(other, 'teaser')).status).toBe(403)
    expect((await member.call(api.posts.show, { params: { id } })).body).not.toHaveProperty('sharing')
    const published = await creator.call(api.posts.publish, {
      body: formOf({ contentType: 'text', content: 'Kick-off', sharing: 'teaser' }),
    })
    expect((await show(published.body.id)).body.lines).toBe('Kick-off')
  })

  it('is 404 once it is deleted, removed, unready or its creator blocked [FRONT-2]', async () => {
    const { db } = club.services
    const [deleted, removed, failed, kept] = [
      await addPost(),
      await addPost(),
      await addPost(),
      await addPost(),
    ]
    for (const id of [deleted, removed, failed, kept]) expect(await statusOf(id)).toBe(200)
    await club.people.creator.call(api.posts.remove, { params: { id: deleted } })
    await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, removed))
    await db.update(posts).set({ status: 'failed' }).where(eq(posts.id, failed))
    await expect
      .poll(() => Promise.all([deleted, removed, failed, kept].map(statusOf)))
      .toEqual([404, 404, 404, 200])
    const ofCreator = eq(people.id, club.people.creator.id)
    await db.update(people).set({ isBlocked: true }).where(ofCreator)
    await expect.poll(() => statusOf(kept)).toBe(404)
    expect(await titles()).toEqual([])
    await db.update(people).set({ isBlocked: false }).where(ofCreator)
    await expect.poll(() => statusOf(kept)).toBe(200)
  })

  it('is 404 during early access and while it is a draft [FRONT-2]', async () => {
    const { creator } = club.people
    const opensAt = new Date(club.clock.now().getTime() + hourMs)
    const early = await addPost({ title: 'Early', opensAt })
    const draftId = uuid()
    const body = { version: 0, title: 'Draft', content: 'Text', mediaAlt: '', opensAt: null }
    const draft = await creator.call(api.drafts.save, { params: { id: draftId }, body })
    expect(draft.status).toBe(200)
    expect([await statusOf(early), await statusOf(draftId), await titles()]).toEqual([404, 404, []])
    club.clock.advance(2 * hourMs)
    expect([await statusOf(early), await titles()]).toEqual([200, ['Early']])
    await creator.call(api.drafts.publish, { params: { id: draftId }, body: { version: 1, mediaId: null } })
    await expect.poll(titles).toEqual(['Draft', 'Early'])
  })

  it('is 404 while it waits for its time, and stays shared while it is only reported [FRONT-2]', async () => {
    const { creator, member, admin } = club.people
    const params = { id: uuid() }
    const text = { title: 'Scheduled', content: 'Text', mediaAlt: '', opensAt: null }
    await creator.call(api.drafts.save, { params, body: { version: 0, ...text, sharing: 'teaser' } })
    const publishAt = new Date(club.clock.now().getTime() + hourMs).toISOString()
    expect((await creator.call(api.drafts.schedule, { params, body: { publishAt } })).status).toBe(200)
    expect([await statusOf(params.id), await titles()]).toEqual([404, []])

    const id = await addPost({ title: 'Reported' })
    const body = { kind: 'post' as const, subjectId: id, rule: 'spam' as const }
    const report = await member.call(api.moderation.report, { body })
    expect([report.status, await statusOf(id)]).toEqual([201, 200])
    const [waiting] = (await admin.call(api.moderation.queue, { query: {} })).body.cases
    await admin.call(api.moderation.decide, {
      params: { id: waiting!.id },
      body: { measure: 'remove', rule: 'spam', words: 'It sells something.' },
    })
    await expect.poll(() => statusOf(id)).toBe(404)
    expect(await titles()).toEqual([])
  })

  it('passes the sharing of its draft on [FRONT-2]', async () => {
    const { creator } = club.people
    const params = { id: uuid() }
    const text = { title: 'Draft', content: 'Text', mediaAlt: '', opensAt: null }
    const saved = await creator.call(api.drafts.save, {
      params,
      body: { version: 0, ...text, sharing: 'teaser' },
    })
    expect(saved.body.sharing).toBe('teaser')
    const again = await creator.call(api.drafts.save, { params, body: { version: 1, ...text, title: 'New' } })
    expect(again.body.sharing).toBe('teaser')
    await creator.call(api.drafts.publish, { params, body: { version: 2, mediaId: null } })
    expect((await show(params.id)).body).toMatchObject({ title: 'New', lines: 'Text' })
  })

  it('follows likes and comments [FRONT-2]', async () => {
    const { member } = club.people
    const id = await addPost()
    expect((await show(id)).body.likesCount).toBe(0)
    await member.call(api.posts.like, { params: { id } })
    await member.call(api.comments.add, { params: { id }, body: { content: 'What a save!' } })
    await expect
      .poll(async () => {
        const { likesCount, commentsCount } = (await show(id)).body
        return [likesCount, commentsCount]
      })
      .toEqual([1, 1])
    await expect
      .poll(async () => (await club.visitor().call(api.teasers.list)).body.teasers[0]?.likesCount)
      .toBe(1)
  })
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('the newest shared posts', () => {
  it('are six, newest first, without those that are not shared [FRONT-2]', async () => {
    for (let number = 1; number <= 9; number += 1)
      await addPost({
        title: `Post ${number}`,
        createdAt: new Date(club.clock.now().getTime() + number),
        sharing: number === 8 ? 'off' : null,
      })
    await expect.poll(titles).toEqual(['Post 9', 'Post 7', 'Post 6', 'Post 5', 'Post 4', 'Post 3'])
  })

  it('are read once until something changes [FRONT-2]', async () => {
    const id = await addPost()
    const unknown = uuid()
    await expect.poll(titles).toEqual(['Added time'])
    expect(await statusOf(id)).toBe(200)
    const query = vi.spyOn(Client.prototype, 'query')
    const readPosts = () => query.mock.calls.filter(([one]) => JSON.stringify(one).includes('sharing')).length
    try {
      for (let time = 0; time < 20; time += 1)
        expect([await statusOf(id), await titles()]).toEqual([200, ['Added time']])
      expect(readPosts()).toBe(0)
      for (let time = 0; time < 5; time += 1) expect(await statusOf(unknown)).toBe(404)
      expect(readPosts()).toBe(5)
      for (const bad of ['none', '%00', "' or 1=1", '../../etc'])
        expect([400, 404]).toContain(await statusOf(bad))
      expect(readPosts()).toBe(5)
    } finally {
      query.mockRestore()
    }
  })
})

describe('the gate', () => {
  it('hides all shared posts until this browser has passed it [GATE-1, FRONT-2]', async () => {
    const gated = await openClub({ ACCESS_CODE: 'half-time' })
    try {
      const id = uuid()
      await gated.services.db.insert(posts).values({
        id,
        creatorId: gated.people.creator.id,
        title: 'Behind it',
        content: 'Text',
        mediaType: 'text',
        createdAt: gated.clock.now(),
      })
      const visitor = gated.visitor()
      const seen = async () => [
        (await visitor.call(api.teasers.list)).body.teasers.length,
        (await visitor.call(api.teasers.show, { params: { id } })).status,
      ]
      expect(await seen()).toEqual([0, 404])
      visitor.cookies.set('touchline_gate', 'true')
      visitor.cookies.set('unlocked', 'true')
      expect(await seen()).toEqual([0, 404])
      await visitor.call(api.gate.unlock, { body: { code: 'half-time' } })
      expect(await seen()).toEqual([1, 200])
    } finally {
      await gated.close()
    }
  })
})

const mark = (id: string, body: object = { isClip: true }, caller = club.people.creator) =>
  caller.call(api.posts.edit, { params: { id }, body })
const clipId = async () => (await club.visitor().call(api.teasers.list)).body.clip?.id ?? null
const statusOfClip = async (id: string) =>
  (await club.visitor().fetch(`/api/site/teasers/${id}/clip/whole`)).status

describe('the clip for visitors', () => {
  type Film = { durationMs?: number | null; isOpen?: boolean }
  const film = async ({ durationMs = 8000, isOpen = true }: Film = {}) => {
    const files = [wholeVideo(500)]
    const creatorId = club.people.creator.id
    const opensAt = isOpen ? new Date(club.clock.now().getTime() - hourMs) : null
    const post = await storedPost(club.services, { creatorId, kind: 'video', files, opensAt })
    await club.services.db.update(media).set({ durationMs }).where(eq(media.id, post.mediaId))
    return post
  }

  it('is a video that its creator marks, which unmarks the one before [FRONT-4]', async () => {
    const { otherCreator, member } = club.people
    const [first, second] = [await film(), await film()]
    expect(await clipId()).toBeNull()
    for (const other of [otherCreator, member])
      expect((await mark(first.id, { isClip: true }, other)).status).toBe(403)
    expect((await mark(first.id)).body.isClip).toBe(true)
    await expect.poll(clipId).toBe(first.id)
    expect((await show(first.id)).body.clip).toMatchObject({
      url: `/api/site/teasers/${first.id}/clip/whole`,
      still: null,
      captions: [],
    })
    await mark(second.id)
    await expect.poll(clipId).toBe(second.id)
    expect([await statusOfClip(first.id), await statusOfClip(second.id)]).toEqual([404, 200])
    expect((await member.call(api.posts.show, { params: { id: second.id } })).body).not.toHaveProperty(
      'isClip',
    )
    // The strip beside it does not show it again.
    expect((await club.visitor().call(api.teasers.list)).body.teasers.map(({ id }) => id)).toEqual([first.id])
  })

  it('is one at most, even when two are marked at once [FRONT-4]', async () => {
    const films = await Promise.all(Array.from({ length: 4 }, () => film()))
    const marked = await Promise.all(films.map(({ id }) => mark(id)))
    expect(marked.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await club.services.db.select({ id: posts.id }).from(posts).where(eq(posts.isClip, true))
    expect(rows).toHaveLength(1)
  })

  it('is refused unless it is a video of a minute that everybody may open [FRONT-4]', async () => {
    const refused = async (id: string, body?: object) => {
      const { status, message } = await mark(id, body)
      return [status, message]
    }
    const long = await film({ durationMs: 60_001 })
    const unready = await film({ durationMs: null })
    const closed = await film({ isOpen: false })
    expect(await refused(await addPost())).toEqual([400, 'Only a video can be the clip for visitors.'])
    expect(await refused(long.id)).toEqual([400, 'The clip for visitors can be at most 60 seconds long.'])
    expect(await refused(unready.id)).toEqual([
      400,
      'This video is still being processed. Please try again when it is ready.',
    ])
    const notOpen = [400, 'The clip for visitors must be open to everybody signed in, too. Choose from when.']
    expect(await refused(closed.id)).toEqual(notOpen)
    expect((await mark(closed.id, { isClip: true, opensAt: club.clock.now().toISOString() })).status).toBe(
      200,
    )
    expect(await refused(closed.id, { opensAt: null })).toEqual(notOpen)
    expect((await mark(closed.id, { isClip: 'yes' })).status).toBe(400)
    await expect.poll(clipId).toBe(closed.id)
  })

  it('closes with its post: unshared, early, removed, or its creator blocked [FRONT-4]', async () => {
    const { db } = club.services
    const { id } = await film()
    await mark(id)
    const opens = () => expect.poll(async () => [await clipId(), await statusOfClip(id)]).toEqual([id, 200])
    const closes = () =>
      expect.poll(async () => [await clipId(), await statusOfClip(id)]).toEqual([null, 404])
    await opens()
    await mark(id, { sharing: 'off' })
    await closes()
    await mark(id, { sharing: null })
    await opens()
    await mark(id, { opensAt: new Date(club.clock.now().getTime() + hourMs).toISOString() })
    await closes()
    club.clock.advance(2 * hourMs)
    await opens()
    await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, id))
    await closes()
    await db.update(posts).set({ status: 'ready' }).where(eq(posts.id, id))
    await opens()
    const ofCreator = eq(people.id, club.people.creator.id)
    await db.update(people).set({ isBlocked: true }).where(ofCreator)
    await closes()
    await db.update(people).set({ isBlocked: false }).where(ofCreator)
    await opens()
    await club.people.creator.call(api.posts.remove, { params: { id } })
    await closes()
  })
})

describe('a placeholder', () => {
  it('is reduced to twelve colors [FRONT-2]', async () => {
    const { creator } = club.people
    const film = await storedPost(club.services, {
      creatorId: creator.id,
      kind: 'video',
      files: [wholeVideo(500)],
    })
    const thumbHash = '3OcRJYB4d3h/iIeHeEh3eIhw+j3A'
    await club.services.db
      .update(media)
      .set({ placeholder: thumbHash, durationMs: 83_000 })
      .where(eq(media.id, film.mediaId))
    const { body } = await show(film.id)
    expect(body).toMatchObject({ durationMs: 83_000, placeholder: placeholderOf(thumbHash) })
    expect(body.placeholder!.length).toBeLessThan(250)
    expect(body.placeholder!.length).toBeLessThan(
      thumbHashToDataURL(Buffer.from(thumbHash, 'base64')).length / 10,
    )
    const png = Buffer.from(body.placeholder!.split(',')[1]!, 'base64')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4, 3])
  })
})

describe('the first lines', () => {
  it('end with a whole word, an ellipsis and no broken character', () => {
    expect(beginningOf(' Short. ')).toBe('Short.')
    expect(beginningOf('1\n2\n\n3\n4\n5')).toBe('1\n2\n3\n4 …')
    const long = beginningOf('word '.repeat(4000))
    expect([long.length < 290, long.endsWith('word …')]).toEqual([true, true])
    const family = beginningOf('👩‍👩‍👧'.repeat(1000))
    expect(family).toBe(`${'👩‍👩‍👧'.repeat(280)} …`)
    expect(beginningOf('x'.repeat(20_000))).toBe(`${'x'.repeat(280)} …`)
  })
})
