import { api } from '@touchline/contract/api.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import type { PreviewFor } from '@touchline/contract/previews.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { media } from '#features/media/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { attach, newDraft, picture } from '#testing/new-draft.ts'
import { sendResumably } from '#testing/resumable.ts'
import { draftParts } from './schema.ts'

const hourMs = 60 * 60 * 1000
const kinds: PreviewFor[] = ['member', 'lapsed', 'visitor']

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const inHours = (hours: number) => new Date(club.clock.now().getTime() + hours * hourMs).toISOString()
const draftFor = async (id: string, as: PreviewFor) =>
  (await club.people.creator.call(api.drafts.preview, { params: { id }, query: { as } })).body
const postFor = async (id: string, as: PreviewFor, caller = club.people.creator) =>
  caller.call(api.posts.preview, { params: { id }, query: { as } })

/** What a real person of that kind gets of the post, in the shape of a preview. */
async function reallyFor(id: string, as: PreviewFor) {
  const people: Record<PreviewFor, Caller> = {
    member: club.people.member,
    lapsed: club.people.lapsed,
    visitor: club.visitor(),
  }
  const { status, body } = await people[as].call(api.posts.show, { params: { id } })
  if (status === 200) return { post: body }
  const { message, code } = errorBody.parse(body)
  return { refusal: { message, code } }
}

it('shows what each kind of viewer will get, before and after it opens [DESK-4]', async () => {
  const { creator } = club.people
  const cases = { closed: null, later: inHours(48), already: inHours(-1) }
  for (const [title, opensAt] of Object.entries(cases)) {
    const { id } = await newDraft(creator, { title, content: 'Words', mediaAlt: 'A green field', opensAt })
    const { mediaId } = (await attach(creator, id, await picture())).body
    const params = { id }
    const inText = await sendResumably(creator, await picture('#22aa55'))
    const { body } = await creator.call(api.drafts.addPart, { params, body: { uploadId: inText } })
    await creator.call(api.drafts.addPart, {
      params,
      body: { uploadId: await sendResumably(creator, await picture('#aa2255')) },
    })
    const uploadId = await sendResumably(creator, Buffer.from('plan'))
    await creator.call(api.drafts.addAttachment, { params, body: { uploadId, name: 'plan.gpx' } })
    const content = `Words\n\n![](part:${body.parts[1]!.id})`
    const text = { title, content, mediaAlt: 'A green field', opensAt }
    const { version } = (await creator.call(api.drafts.save, { params, body: { version: 1, ...text } })).body
    const before = await Promise.all(kinds.map((as) => draftFor(id, as)))
    await creator.call(api.drafts.publish, { params: { id }, body: { version, mediaId } })
    const after = await Promise.all(kinds.map((as) => reallyFor(id, as)))
    const dateless = (previews: typeof before | typeof after) =>
      JSON.parse(JSON.stringify(previews).replaceAll(/"createdAt":"[^"]*"/g, '"createdAt":null'))
    expect(dateless(before)).toEqual(dateless(after))
    expect(before.map((one) => 'post' in one)).toEqual([true, title === 'already', false])
    expect(before[0]).toMatchObject({
      post: { gallery: { count: 2 }, pictures: [{}], attachments: [{ name: 'plan.gpx' }] },
    })
    // Of the post there is now, by the same rules.
    const now = await Promise.all(kinds.map(async (as) => (await postFor(id, as)).body))
    expect(now).toEqual(after)
    if (title !== 'later') continue
    club.clock.advance(48 * hourMs)
    expect((await postFor(id, 'lapsed')).body).toEqual(await reallyFor(id, 'lapsed'))
    expect((await postFor(id, 'lapsed')).body).toHaveProperty('post')
    club.clock.advance(-48 * hourMs)
  }
})

it('is dated by the time the draft goes out [DESK-4]', async () => {
  const { creator } = club.people
  const { id } = await newDraft(creator, { content: 'Words', opensAt: inHours(5) })
  expect(await draftFor(id, 'lapsed')).toMatchObject({ refusal: { code: 'subscription_required' } })
  const publishAt = inHours(4)
  await creator.call(api.drafts.schedule, { params: { id }, body: { publishAt } })
  expect(await draftFor(id, 'lapsed')).toMatchObject({ refusal: { code: 'subscription_required' } })
  expect(await draftFor(id, 'member')).toMatchObject({ post: { createdAt: publishAt, content: 'Words' } })
})

it('explains why a draft cannot be published [DESK-4]', async () => {
  const { creator } = club.people
  const { services } = club
  const { id } = await newDraft(creator, { content: ' \n', mediaAlt: 'A green field' })
  const empty = {
    refusal: { message: 'Please write some content for your text post.', code: 'invalid_input' },
  }
  for (const as of kinds) expect(await draftFor(id, as)).toEqual(empty)

  const { mediaId } = (await attach(creator, id, await picture())).body
  expect(await draftFor(id, 'member')).toMatchObject({ post: { mediaAlt: 'A green field' } })
  await services.db.update(media).set({ status: 'failed' }).where(eq(media.id, mediaId!))
  const failed = 'The file of this draft could not be prepared. Try again, or choose another one.'
  for (const as of kinds)
    expect(await draftFor(id, as)).toEqual({ refusal: { message: failed, code: 'conflict' } })

  await creator.call(api.drafts.removeFile, { params: { id } })
  const body = { version: 1, title: '', content: 'Words', mediaAlt: 'A green field', opensAt: null }
  await creator.call(api.drafts.save, { params: { id }, body })
  expect(await draftFor(id, 'member')).toMatchObject({ post: { mediaType: 'text', mediaAlt: null } })
})

it('hides unready files and reveals no more than a subscriber may know [DESK-4]', async () => {
  const { creator } = club.people
  const { services } = club
  const { id } = await newDraft(creator)
  await attach(creator, id, await picture())
  const [row] = await services.db.select().from(draftParts).where(eq(draftParts.draftId, id))
  const setStatus = (status: 'processing' | 'ready') =>
    services.db.update(media).set({ status }).where(eq(media.id, row!.mediaId))
  await setStatus('processing')
  expect(await draftFor(id, 'member')).toEqual({ refusal: { message: 'Post not found', code: 'not_found' } })
  await setStatus('ready')
  const shown = await draftFor(id, 'member')
  expect(shown).toMatchObject({ post: { isLiked: false, likesCount: 0, commentsCount: 0, status: 'ready' } })
  expect(JSON.stringify(shown)).not.toContain(creator.email)
  expect(shown).not.toHaveProperty('post.viewsCount')
})

it('requires permission to change the post [DESK-4]', async () => {
  const { creator, otherCreator, admin } = club.people
  const { id } = await newDraft(creator)
  await creator.call(api.drafts.publish, { params: { id }, body: { version: 1, mediaId: null } })
  expect((await postFor(id, 'member', otherCreator)).status).toBe(403)
  expect((await postFor(id, 'member', admin)).status).toBe(200)
  expect((await postFor('no-uuid', 'member', admin)).status).toBe(404)
})
