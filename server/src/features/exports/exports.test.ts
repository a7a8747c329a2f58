import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { v7 as uuid } from 'uuid'
import { people, twoFactorRemovals } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { likes, posts, postViews } from '#features/posts/schema.ts'
import { playbackPositions, postWatches } from '#features/reach/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { requestExport, exportedBy, jsonOf, refusalOf, secrets, someone } from '#testing/exporting.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { exports } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())
// How often one may is a test of its own.
beforeEach(async () => void (await club.services.db.delete(exports)))

const textPost = (creatorId: string, title: string) =>
  publishPost(club.services, { creatorId, title, content: `About ${title}`, contentType: 'text' })

const tipBetween = (fromPersonId: string, toPersonId: string) =>
  club.services.db.insert(tips).values({
    id: uuid(),
    fromPersonId,
    toPersonId,
    amountCents: 500,
    message: 'For the away end',
    status: 'completed',
    customerId: 'cus_secret',
    paymentMethodId: 'pm_secret',
    paymentIntentId: `pi_${uuid()}`,
    cardBrand: 'visa',
    cardLast4: '4242',
    createdAt: club.clock.now(),
    completedAt: club.clock.now(),
  })

it('contains a member’s own data and nothing about others [EXP-1, T-EX-01, T-EX-04]', async () => {
  const { creator, member, otherMember } = club.people
  const id = await textPost(creator.id, 'Kick-off')
  for (const one of [member, otherMember]) {
    await one.call(api.comments.add, { params: { id }, body: { content: `From ${one.email}` } })
    await one.call(api.posts.like, { params: { id } })
    await tipBetween(one.id, creator.id)
  }
  await member.call(api.audience.changeAnswers, { body: { ageBand: '25-34', country: 'GH' } })
  for (const { email } of [member, otherMember])
    await member.call(api.support.contact, {
      body: { name: 'Mina', email, message: `To support of ${email}` },
    })
  const { files } = await exportedBy(member, ['profile', 'comments', 'likes', 'tips'])
  expect([...files.keys()]).toEqual([
    'profile.json',
    'support.json',
    'seen.json',
    'played.json',
    'positions.json',
    'muted-threads.json',
    'hidden-people.json',
    'comments.json',
    'mentions.json',
    'likes.json',
    'bookmarks.json',
    'comment-likes.json',
    'tips.json',
  ])
  expect(jsonOf(files, 'profile.json')).toMatchObject({
    firstName: 'Mina',
    email: member.email,
    toldForStatistics: { ageBand: '25-34', country: 'GH' },
    memberships: [{ status: 'active', pricePerMonthCents: 1299 }],
  })
  const about = { postId: id, postTitle: 'Kick-off' }
  expect(jsonOf(files, 'comments.json')).toMatchObject([{ ...about, content: `From ${member.email}` }])
  expect(jsonOf(files, 'likes.json')).toMatchObject([about])
  expect(jsonOf(files, 'support.json')).toMatchObject([
    { message: `To support of ${member.email}`, answers: [] },
  ])
  expect(jsonOf(files, 'tips.json')).toMatchObject([
    { amountCents: 500, message: 'For the away end', to: 'Sam Whitlock' },
  ])
  const everything = [...files.values()].join('\n')
  expect(everything).not.toMatch(secrets)
  for (const one of [creator, otherMember]) expect(everything).not.toContain(one.email)
})

it('contains views, watch time and positions of a member [EXP-1, T-EX-01]', async () => {
  const { creator, member, otherMember } = club.people
  const { db } = club.services
  const [film, text] = [await textPost(creator.id, 'Highlights'), await textPost(creator.id, 'Line-up')]
  await db.delete(postViews)
  await member.call(api.posts.countViews, { body: { postIds: [text] } })
  const personId = member.id
  await db.insert(postViews).values([
    { postId: film, personId, day: '2026-11-03', inHistory: false },
    { postId: film, personId, day: '2026-11-01', inHistory: false },
    { postId: film, personId: otherMember.id, day: '2026-11-02' },
  ])
  const reportedAt = club.clock.now()
  await db.insert(postWatches).values([
    { postId: film, personId, day: '2026-11-03', seconds: 90, reportedAt },
    { postId: film, personId, day: '2026-11-01', seconds: 30, reportedAt },
    { postId: film, personId: otherMember.id, day: '2026-11-02', seconds: 7, reportedAt },
  ])
  const recording = { creatorId: creator.id, kind: 'audio' as const, files: [wholeVideo(100)] }
  const { id: postId, mediaId } = await storedPost(club.services, recording)
  await db.insert(playbackPositions).values([
    { postId, mediaId, personId, seconds: 760, playedAt: reportedAt },
    { postId, mediaId, personId: otherMember.id, seconds: 7, playedAt: reportedAt },
  ])
  const { files } = await exportedBy(member, ['profile'])
  const today = club.clock.now().toISOString().slice(0, 10)
  const about = { postId: film, postTitle: 'Highlights' }
  expect(jsonOf(files, 'seen.json')).toEqual([
    { ...about, seenOn: ['2026-11-01', '2026-11-03'], isInHistory: false },
    { postId: text, postTitle: 'Line-up', seenOn: [today], isInHistory: true },
  ])
  const playedOn = [
    { day: '2026-11-01', seconds: 30 },
    { day: '2026-11-03', seconds: 90 },
  ]
  expect(jsonOf(files, 'played.json')).toEqual([{ ...about, playedOn }])
  expect(jsonOf(files, 'positions.json')).toEqual([
    { postId, postTitle: null, stoppedAtSeconds: 760, playedAt: reportedAt.toISOString() },
  ])
})

it('is of a member also when staff were asked to remove their second step, not by whom [EXP-1]', async () => {
  const { member, admin } = club.people
  const at = club.clock.now()
  await club.services.db.insert(twoFactorRemovals).values({
    id: uuid(),
    personId: member.id,
    askedById: admin.id,
    reason: 'Lost the phone.',
    state: 'cancelled',
    askedAt: at,
    dueAt: new Date(at.getTime() + 72 * 60 * 60_000),
    endedAt: at,
  })
  const { files } = await exportedBy(member, ['profile'])
  expect(jsonOf(files, 'profile.json').secondStepRemovals).toEqual([
    expect.objectContaining({ state: 'cancelled', askedAt: at.toISOString() }),
  ])
  expect(files.get('profile.json')).not.toContain(admin.id)
})

it('returns 403 to members for data about others [EXP-1, T-EX-01]', async () => {
  const { member, lapsed, newcomer, blocked } = club.people
  for (const type of ['posts', 'media', 'analytics', 'subscribers'])
    expect([type, await refusalOf(await requestExport(member, ['profile', type]))]).toEqual([
      type,
      [403, 'You can export your profile, your comments, your likes and your tips.'],
    ])
  expect((await requestExport(blocked, ['profile'])).status).toBe(403)
  expect((await requestExport(club.visitor(), ['profile'])).status).toBe(401)
  for (const one of [lapsed, newcomer]) {
    const { files } = await exportedBy(one, ['profile', 'comments', 'likes', 'tips'])
    expect(jsonOf(files, 'profile.json').email).toBe(one.email)
  }
})

it('hides post titles from people without access [T-EX-01]', async () => {
  const { creator, member } = club.people
  const id = await textPost(creator.id, 'For members alone')
  await member.call(api.posts.like, { params: { id } })
  const { files } = await exportedBy(member, ['likes'])
  expect(jsonOf(files, 'likes.json')).toContainEqual(
    expect.objectContaining({ postId: id, postTitle: 'For members alone' }),
  )
  const fan = await someone(club, { firstName: 'Fay' })
  const liked = { postId: id, personId: fan.id, createdAt: club.clock.now() }
  await club.services.db.insert(likes).values(liked)
  expect(jsonOf((await exportedBy(fan, ['likes'])).files, 'likes.json')).toMatchObject([
    { postId: id, postTitle: null },
  ])
})

it('hides titles of missing posts and names of erased people [T-EX-01]', async () => {
  const { creator, member } = club.people
  const { db } = club.services
  const id = await textPost(creator.id, 'Taken down')
  await member.call(api.posts.like, { params: { id } })
  await member.call(api.comments.add, { params: { id }, body: { content: 'Was it offside?' } })
  await db.update(posts).set({ status: 'removed' }).where(eq(posts.id, id))
  const { files } = await exportedBy(member, ['comments', 'likes'])
  for (const name of ['comments.json', 'likes.json'])
    expect(jsonOf(files, name)).toContainEqual(expect.objectContaining({ postId: id, postTitle: null }))

  await db.delete(exports)
  const subscribers = async () =>
    JSON.stringify(jsonOf((await exportedBy(creator, ['subscribers'])).files, 'subscribers.json'))
  expect(await subscribers()).toContain(`"${member.email}"`)
  await db.delete(exports)
  const theirs = eq(people.id, member.id)
  await db.update(people).set({ erasedAt: club.clock.now() }).where(theirs)
  expect(await subscribers()).not.toContain(`"${member.email}"`)
  await db.update(people).set({ erasedAt: null }).where(theirs)
})

it('calls every file by a name of the server’s own, whatever a post is called [T-EX-02]', async () => {
  const author = await someone(club, { role: 'creator', firstName: 'Ann' })
  const titles = ['../../x', 'C:\\x', '/etc/passwd', 'a'.repeat(200), 'same', 'same', 'a\nb']
  for (const title of titles) {
    const { id } = await storedPost(club.services, {
      creatorId: author.id,
      kind: 'video',
      files: [wholeVideo(100)],
    })
    await club.services.db.update(posts).set({ title }).where(eq(posts.id, id))
  }
  const { files } = await exportedBy(author, ['posts', 'media'])
  const names = [...files.keys()].filter((name) => name.startsWith('media/'))
  expect(names).toHaveLength(titles.length)
  for (const name of names) expect(name).toMatch(/^media\/[A-Za-z0-9_-]{22}\.mp4$/)
})

it('goes on beyond one batch of rows, each of them once [EXP-1]', async () => {
  const author = await someone(club, { role: 'creator', firstName: 'Ann' })
  const createdAt = club.clock.now()
  const rows = Array.from({ length: 1203 }, (_, number) => ({
    id: uuid(),
    creatorId: author.id,
    content: `Post ${number}`,
    mediaType: 'text' as const,
    createdAt,
  }))
  await club.services.db.insert(posts).values(rows)
  const { files } = await exportedBy(author, ['posts'])
  const found: { id: string }[] = jsonOf(files, 'posts.json')
  expect(found.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})
