import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { Draft } from '@touchline/contract/drafts.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { removedFilesDays } from '@touchline/contract/revisions.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationEvents } from '#events/schema.ts'
import { media } from '#features/media/schema.ts'
import { deleteOldFiles } from '#features/posts/revisions/removed-files.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { newDraft } from '#testing/new-draft.ts'
import { listenIn } from '#testing/received.ts'
import { sendResumably } from '#testing/resumable.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { publishDue } from './publish-due.ts'

let club: Club
let creator: Caller
let member: Caller
beforeAll(async () => {
  club = await openClub()
  ;({ creator, member } = club.people)
})
afterAll(() => club.close())

const hourMs = 60 * 60 * 1000

/** Small, because many are made. */
const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()

async function add(draftId: string, colour: string, replaces?: string): Promise<Draft> {
  const uploadId = await sendResumably(creator, await picture(colour))
  const body = { uploadId, ...(replaces && { replaces }) }
  return (await creator.call(api.drafts.addPart, { params: { id: draftId }, body })).body
}

const publish = ({ id, version, mediaId, parts }: Draft, postVersion?: number) =>
  creator.call(api.drafts.publish, {
    params: { id },
    body: { version, mediaId, parts: parts.map((part) => part.id), ...(postVersion && { postVersion }) },
  })

const save = (draft: Draft, changes: Partial<Draft>) => {
  const { id, version, title, content, mediaAlt, opensAt, parts } = { ...draft, ...changes }
  const { isMadeWithAi, commentsOff } = changes
  const described = parts.map((part) => ({ id: part.id, mediaAlt: part.mediaAlt ?? '' }))
  return creator.call(api.drafts.save, {
    params: { id },
    body: { version, title, content, mediaAlt, opensAt, parts: described, isMadeWithAi, commentsOff },
  })
}

/** A published post with pictures of these colours. */
async function published(title: string, ...colours: string[]): Promise<Post> {
  let draft = await newDraft(creator, { title, content: `The text of ${title}` })
  for (const colour of colours) draft = await add(draft.id, colour)
  expect((await publish(draft)).status).toBe(200)
  return show(draft.id)
}

const show = async (id: string, caller = member) =>
  (await caller.call(api.posts.show, { params: { id } })).body
const begin = async (id: string) => (await creator.call(api.drafts.edit, { params: { id } })).body
const comment = (postId: string, content: string) =>
  member.call(api.comments.add, { params: { id: postId }, body: { content } })
const patch = (id: string, body: object, caller = creator) =>
  caller.call(api.posts.edit, { params: { id }, body })
const revisions = async (id: string, caller = creator) =>
  (await caller.call(api.revisions.list, { params: { id } })).body
const restore = (id: string, version: number | string, current: number, caller = creator) =>
  caller.call(api.revisions.restore, { params: { id, version: String(version) }, body: { current } })
const setStatus = (id: string, status: 'processing' | 'failed' | 'ready') =>
  club.services.db.update(media).set({ status }).where(eq(media.id, id))
const idsOf = ({ gallery }: Post) => gallery!.parts.map(({ id }) => id)

/** What members have given a post. */
const given = ({ id, likesCount, commentsCount, isLiked, createdAt }: Post) => ({
  id,
  likesCount,
  commentsCount,
  isLiked,
  createdAt,
})

describe('an edit of a published post', () => {
  it('replaces and reorders files; comments, likes, views and link stay [EDIT-1]', async () => {
    const post = await published('Gallery', '#aa0000', '#00aa00')
    const [red, green] = idsOf(post)
    await comment(post.id, 'Lovely')
    await member.call(api.posts.like, { params: { id: post.id } })
    await member.call(api.posts.countViews, { body: { postIds: [post.id] } })
    const before = await show(post.id)
    expect(before.editedAt).toBeNull()

    const begun = await begin(post.id)
    expect(begun).toMatchObject({
      id: post.id,
      title: 'Gallery',
      edits: { isPublished: true, version: 1, basedOn: 1 },
    })
    expect((await begin(post.id)).createdAt).toBe(begun.createdAt)
    const replaced = await add(post.id, '#0000aa', red)
    const blue = replaced.parts[0]!.id
    const reordered = (await save(replaced, { parts: replaced.parts.toReversed() })).body
    // Members see nothing of it yet.
    expect(await show(post.id)).toEqual(before)

    club.clock.advance(hourMs)
    const listener = listenIn(club)
    expect(await publish(reordered)).toMatchObject({ status: 200, body: { status: 'ready' } })
    const after = await show(post.id)
    expect(idsOf(after)).toEqual([green, blue])
    expect(given(after)).toEqual(given(before))
    expect(after).toMatchObject({ commentsCount: 1, likesCount: 1 })
    expect(Date.parse(after.editedAt!) - Date.parse(before.createdAt)).toBeGreaterThanOrEqual(hourMs)
    expect((await show(post.id, creator)).viewsCount).toBe(1)
    expect(await listener.soFar()).toContainEqual({
      audience: 'members',
      message: { type: 'post_updated', postId: post.id },
    })
    expect((await creator.call(api.drafts.show, { params: { id: post.id } })).status).toBe(404)
  })

  it('keeps a plain text plain, and is found by its new words [EDIT-1, FEED-2]', async () => {
    const plain = await published('Plain')
    await patch(plain.id, { content: 'Two *watches*\nand a coin' })
    const begun = await begin(plain.id)
    expect((await publish((await save(begun, { title: 'Zugzwang' })).body)).status).toBe(200)
    expect(await show(plain.id)).toMatchObject({ content: 'Two *watches*\nand a coin', blocks: null })
    const found = await member.call(api.posts.list, { query: { limit: 5, search: 'zugzwang' } })
    expect(found.body).toMatchObject({ posts: [{ id: plain.id }] })
  })

  it('tells the second tab, and loses neither edit [EDIT-2]', async () => {
    const post = await published('Two tabs')
    const first = await begin(post.id)
    const saved = await save(first, { content: 'From the first tab' })
    expect(saved.status).toBe(200)
    expect(await save(first, { content: 'From the second tab' })).toMatchObject({ status: 409 })

    // The post itself changes under the draft.
    expect((await patch(post.id, { title: 'By the admin', version: 1 }, club.people.admin)).status).toBe(200)
    expect(await patch(post.id, { title: 'Too late', version: 1 })).toMatchObject({
      status: 409,
      message:
        'This post has been edited elsewhere in the meantime. Please look at it again before you save.',
    })
    const refused = await publish(saved.body)
    expect([refused.status, refused.message]).toEqual([
      409,
      'The post itself was edited after you began. Look at it, then save your changes again or discard them.',
    ])
    const draft = (await creator.call(api.drafts.show, { params: { id: post.id } })).body
    expect(draft.edits).toEqual({ isPublished: true, version: 2, basedOn: 1 })
    expect((await publish(draft, 2)).status).toBe(200)
    expect(await show(post.id)).toMatchObject({ title: 'Two tabs', content: 'From the first tab' })
    expect((await revisions(post.id)).map(({ title }) => title)).toEqual([
      'Two tabs',
      'By the admin',
      'Two tabs',
    ])
  })

  it('waits for its files, and keeps the old one when the new one fails [EDIT-3]', async () => {
    const post = await published('Film', '#123456', '#654321')
    const before = idsOf(post)
    await begin(post.id)
    const draft = await add(post.id, '#abcdef', before[0])
    const fresh = draft.parts[0]!.id
    await setStatus(fresh, 'processing')
    expect((await publish(draft)).body).toMatchObject({ id: post.id, status: 'processing' })
    await publishDue(club.services)
    expect(idsOf(await show(post.id))).toEqual(before)

    await setStatus(fresh, 'failed')
    await publishDue(club.services)
    expect(idsOf(await show(post.id))).toEqual(before)
    const failed = (await creator.call(api.drafts.show, { params: { id: post.id } })).body
    expect(failed).toMatchObject({
      publishAt: null,
      notPublished:
        'A new file could not be prepared, so members still see the post as it was. Try again, or choose another.',
    })

    await setStatus(fresh, 'processing')
    await publish(failed)
    await setStatus(fresh, 'ready')
    await publishDue(club.services)
    expect(idsOf(await show(post.id))).toEqual([fresh, before[1]])
  })

  it('is discarded without a trace in the post [EDIT-1]', async () => {
    const post = await published('As it was', '#224466')
    await begin(post.id)
    const draft = await add(post.id, '#664422')
    const added = draft.parts[1]!.id
    expect((await creator.call(api.drafts.remove, { params: { id: post.id } })).status).toBe(204)
    expect(await show(post.id)).toEqual(post)
    await club.services.jobs.settled()
    const keys = await storedKeys(club)
    expect(keys.some((key) => key.startsWith(added))).toBe(false)
    expect((await member.fetch(post.media!.url)).status).toBe(200)
  })

  it('is refused for a post that a moderator has taken down [EDIT-1]', async () => {
    const post = await published('Against the rules')
    const draft = await begin(post.id)
    await club.people.admin.call(api.moderation.removePost, {
      params: { id: post.id },
      body: { rule: 'law' },
    })
    expect(await publish(draft)).toMatchObject({
      status: 409,
      message: 'A moderator has taken this post down. It cannot be changed until it is back.',
    })
    expect((await creator.call(api.drafts.unpublish, { params: { id: post.id } })).status).toBe(404)
  })
})

describe('a replaced file', () => {
  it('plays on for six hours, then only for its creator and admins [EDIT-4]', async () => {
    const post = await published('Watched', '#0a0b0c')
    const { url } = post.media!
    await begin(post.id)
    await publish(await add(post.id, '#c0b0a0', post.media!.url.split('/')[2]))
    const statuses = () =>
      Promise.all(
        [member, club.people.lapsed, creator, club.people.admin].map(
          async (one) => (await one.fetch(url)).status,
        ),
      )
    expect(await statuses()).toEqual([200, 403, 200, 200])
    club.clock.advance(6 * hourMs + 1)
    expect(await statuses()).toEqual([404, 403, 200, 200])
  })

  it('is kept for thirty days, or until it is deleted for good [EDIT-4]', async () => {
    const post = await published('Old files', '#111111', '#222222')
    const [first, second] = idsOf(post)
    for (const part of [first!, second!]) {
      await begin(post.id)
      await publish(
        (await creator.call(api.drafts.removePart, { params: { id: post.id, partId: part } })).body,
      )
    }
    const isStored = async (id: string) => (await storedKeys(club)).some((key) => key.startsWith(id))
    await deleteOldFiles(club.services)
    await club.services.jobs.settled()
    expect(await isStored(first!)).toBe(true)

    await creator.call(api.revisions.removeFiles, { params: { id: post.id } })
    await club.services.jobs.settled()
    expect([await isStored(first!), await isStored(second!)]).toEqual([false, false])
    expect((await revisions(post.id)).at(-1)!.files.map(({ isThere }) => isThere)).toEqual([false, false])

    const other = await published('Older files', '#333333')
    await begin(other.id)
    await publish(await add(other.id, '#444444', other.media!.url.split('/')[2]))
    const later = new Date(club.clock.now().getTime() + removedFilesDays * 24 * hourMs)
    await deleteOldFiles({ ...club.services, clock: { now: () => later } })
    await club.services.jobs.settled()
    expect(await isStored(other.media!.url.split('/')[2]!)).toBe(false)
  })
})

describe('the history of a post', () => {
  it('says who changed what and when, to the creator and admins [EDIT-5]', async () => {
    const post = await published('First words', '#335577')
    expect(await revisions(post.id)).toMatchObject([{ version: 1, isCurrent: true, changed: [] }])
    await patch(post.id, { title: 'Second words', mediaAlt: 'A field' }, club.people.admin)
    await patch(post.id, { title: 'Second words' })
    await patch(post.id, { sharing: 'off' })
    const history = await revisions(post.id, club.people.admin)
    expect(history).toMatchObject([
      { version: 3, changed: ['sharing'], savedBy: { id: creator.id }, isCurrent: true },
      { version: 2, changed: ['title', 'descriptions'], savedBy: { id: club.people.admin.id } },
      { version: 1, changed: [], title: 'First words', savedBy: { id: creator.id } },
    ])
    expect(history[0]!.files).toMatchObject([{ mediaType: 'image', isThere: true }])
    for (const one of [member, club.people.otherCreator])
      expect((await one.call(api.revisions.list, { params: { id: post.id } })).status).toBe(403)
    // A change that only visitors see is not an edit to members.
    expect((await show(post.id)).editedAt).toBe(history[1]!.savedAt)
  })

  it('restores a version with its files, as a new version [EDIT-5]', async () => {
    const post = await published('Restored', '#775533', '#337755')
    const before = idsOf(post)
    const begun = await begin(post.id)
    const removed = (
      await creator.call(api.drafts.removePart, { params: { id: post.id, partId: before[0]! } })
    ).body
    await publish((await save({ ...begun, ...removed }, { title: 'Changed', content: 'Else' })).body)
    expect((await restore(post.id, 1, 1)).status).toBe(409)
    for (const version of ['9', 'none', '01']) expect((await restore(post.id, version, 2)).status).toBe(404)
    expect((await restore(post.id, 1, 2, club.people.otherCreator)).status).toBe(403)
    expect((await restore(post.id, 1, 2, club.people.admin)).status).toBe(200)
    const after = await show(post.id)
    expect(idsOf(after)).toEqual(before)
    expect(after).toMatchObject({ title: 'Restored', content: 'The text of Restored' })
    expect(await revisions(post.id)).toMatchObject([
      { version: 3, changed: ['title', 'text', 'files'], savedBy: { id: club.people.admin.id } },
      {},
      {},
    ])
  })

  it('restores the text when the files are gone, unless nothing is left [EDIT-5]', async () => {
    const post = await published('', '#aa77aa')
    await patch(post.id, { markdown: 'Words' })
    await begin(post.id)
    await publish(
      (
        await creator.call(api.drafts.removePart, {
          params: { id: post.id, partId: post.media!.url.split('/')[2]! },
        })
      ).body,
    )
    await creator.call(api.revisions.removeFiles, { params: { id: post.id } })
    expect((await restore(post.id, 2, 3)).body).toMatchObject({ content: 'Words', mediaType: 'text' })
  })
})

describe('a post', () => {
  it('with comments off keeps its comments readable and takes no new ones [EDIT-6]', async () => {
    const post = await published('Debate')
    const clientId = randomUUID()
    const first = { params: { id: post.id }, body: { content: 'First', clientId } }
    expect((await member.call(api.comments.add, first)).status).toBe(201)
    expect((await patch(post.id, { commentsOff: true })).body).toMatchObject({
      commentsOff: true,
      editedAt: null,
    })
    for (const caller of [member, creator])
      expect(
        await caller.call(api.comments.add, { params: { id: post.id }, body: { content: 'Late' } }),
      ).toMatchObject({ status: 409, message: 'Comments are off for this post.' })
    // A repeated request is no new comment.
    expect((await member.call(api.comments.add, first)).status).toBe(200)
    const { body } = await member.call(api.comments.list, { params: { id: post.id } })
    expect(body.map(({ content }) => content)).toEqual(['First'])
    expect((await show(post.id)).commentsOff).toBe(true)
    await patch(post.id, { commentsOff: false })
    expect((await comment(post.id, 'Again')).status).toBe(201)
  })

  it('is unpublished and published again with all it had, without a second notice [EDIT-7]', async () => {
    const { db } = club.services
    const post = await published('Back to the drawing board', '#101010')
    await comment(post.id, 'Stays')
    await member.call(api.posts.like, { params: { id: post.id } })
    const before = await show(post.id)
    const waiting = async () => {
      const { body } = await creator.call(api.comments.inbox, { query: {} })
      const attention = await creator.call(api.needsAttention.show)
      const said = body.comments.filter(({ postId }) => postId === post.id).map(({ content }) => content)
      return [said, attention.body.comments.count - body.total + said.length]
    }
    expect(await waiting()).toEqual([['Stays'], 1])
    const money = async () => {
      const { period, monthlyRevenue, revenueTrend } = (await creator.call(api.insights.overview)).body
      return { paid: period.figures.paidCents, monthlyRevenue, revenueTrend }
    }
    const figures = await money()
    await db.delete(notificationEvents)

    const listener = listenIn(club)
    const { body: draft } = await creator.call(api.drafts.unpublish, { params: { id: post.id } })
    expect(draft).toMatchObject({ id: post.id, edits: { isPublished: false } })
    expect((await creator.call(api.drafts.unpublish, { params: { id: post.id } })).body).toEqual(draft)
    expect(await listener.soFar()).toContainEqual({
      audience: 'members',
      message: { type: 'post_deleted', postId: post.id },
    })
    for (const caller of [member, creator, club.people.admin])
      expect(await caller.call(api.posts.show, { params: { id: post.id } })).toMatchObject({
        status: 404,
        body: { message: 'Post not found', code: 'not_found' },
      })
    expect((await member.fetch(post.media!.url)).status).toBe(404)
    expect((await creator.fetch(post.media!.url)).status).toBe(200)
    expect((await member.call(api.comments.list, { params: { id: post.id } })).status).toBe(404)
    expect((await comment(post.id, 'Hello?')).status).toBe(404)
    expect(await waiting()).toEqual([[], 0])
    expect((await creator.call(api.drafts.list)).body.find(({ id }) => id === post.id)?.edits).toBe(
      'unpublished',
    )
    expect(await money()).toEqual(figures)

    club.clock.advance(hourMs)
    expect(await publish(draft)).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect(await show(post.id)).toEqual(before)
    expect(await waiting()).toEqual([['Stays'], 1])
    expect(await db.select().from(notificationEvents)).toEqual([])
    expect(await money()).toEqual(figures)
  })

  it('is deleted with its draft while it is unpublished [EDIT-7]', async () => {
    const post = await published('Never mind', '#202020')
    await creator.call(api.drafts.unpublish, { params: { id: post.id } })
    expect((await creator.call(api.drafts.remove, { params: { id: post.id } })).status).toBe(204)
    await club.services.jobs.settled()
    const mediaId = post.media!.url.split('/')[2]!
    expect((await storedKeys(club)).some((key) => key.startsWith(mediaId))).toBe(false)
    expect(await club.services.db.select().from(media).where(eq(media.id, mediaId))).toEqual([])
  })

  it('is deleted with the edit that was begun and the files of both [EDIT-1, FEED-4]', async () => {
    const post = await published('Gone', '#303030')
    await begin(post.id)
    const draft = await add(post.id, '#040404')
    expect((await creator.call(api.posts.remove, { params: { id: post.id } })).status).toBe(204)
    await club.services.jobs.settled()
    const keys = await storedKeys(club)
    for (const { id } of draft.parts) expect(keys.some((key) => key.startsWith(id))).toBe(false)
  })

  it('is duplicated as a draft that shares its files until both are gone [EDIT-8]', async () => {
    const post = await published('Original', '#505050')
    const draftId = randomUUID()
    const copy = () => creator.call(api.drafts.duplicate, { params: { id: post.id }, body: { draftId } })
    const { body: draft } = await copy()
    expect(draft).toMatchObject({
      id: draftId,
      title: 'Original',
      content: 'The text of Original',
      edits: null,
    })
    expect((await copy()).body).toEqual(draft)
    expect((await publish(draft)).status).toBe(200)
    const shared = (await show(draftId)).media!.url
    expect(shared).toBe(post.media!.url)
    await creator.call(api.posts.remove, { params: { id: post.id } })
    await club.services.jobs.settled()
    expect((await member.fetch(shared)).status).toBe(200)
    await creator.call(api.posts.remove, { params: { id: draftId } })
    await club.services.jobs.settled()
    expect((await member.fetch(shared)).status).toBe(404)
    expect((await storedKeys(club)).some((key) => key.startsWith(shared.split('/')[2]!))).toBe(false)
  })

  it('made with AI says so to members, as chosen in its draft or later [EDIT-9]', async () => {
    const draft = await newDraft(creator, { content: 'A picture that no camera took' })
    expect(draft).toMatchObject({ isMadeWithAi: false, commentsOff: false })
    const chosen = (await save(draft, { isMadeWithAi: true, commentsOff: true })).body
    expect(chosen).toMatchObject({ isMadeWithAi: true, commentsOff: true })
    // An earlier version of the page does not know the label, and leaves it.
    const kept = (await save(chosen, { content: 'Another picture' })).body
    await publish(kept)
    expect(await show(draft.id)).toMatchObject({ isMadeWithAi: true, commentsOff: true })
    expect((await patch(draft.id, { isMadeWithAi: false })).body.isMadeWithAi).toBe(false)
    expect((await patch(draft.id, { isMadeWithAi: 'yes' })).status).toBe(400)
  })
})
