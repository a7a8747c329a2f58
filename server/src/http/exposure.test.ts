import { randomUUID } from 'node:crypto'
import { communityRules } from '@touchline/content/community-rules.ts'
import type { ApiRight } from '@touchline/contract/access.ts'
import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { media } from '#features/media/schema.ts'
import { posts } from '#features/posts/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { everyEndpoint, nameOf } from '#testing/every-endpoint.ts'
import { attachedFile, joinPosts, movingPicture, storedPost, wholeVideo } from '#testing/stored-post.ts'

let club: Club
/** What there is to be read, by the path it is read at. */
let ids: Record<string, string[]>
const addressIn = (path: string, id: string) => path.replace('/:variant', '').replace(':id', id)
const attachedWords = 'The way to the away end'
beforeAll(async () => {
  club = await openClub()
  const { services, people: cast, clock } = club
  const { creator, member, otherMember } = cast
  const film = await storedPost(services, { creatorId: creator.id, kind: 'video', files: [wholeVideo(500)] })
  const picture = () => storedPost(services, { creatorId: creator.id, kind: 'image', files: movingPicture() })
  const [second, inText] = [await picture(), await picture()]
  const attached = await storedPost(services, {
    creatorId: creator.id,
    kind: 'image',
    files: [attachedFile(Buffer.from(attachedWords))],
  })
  await joinPosts(services, film, [
    { post: second, position: 1, alt: 'The keeper dives' },
    { post: inText, position: 2, alt: 'The empty stand', inText: true },
    { post: attached, position: 0, name: 'away-end.gpx' },
  ])
  const params = { id: film.id }
  const said = await otherMember.call(api.comments.add, { params, body: { content: 'What a save!' } })
  const reply = await creator.call(api.comments.add, {
    params,
    body: { content: 'It was', replyToId: said.body.id },
  })
  await member.call(api.moderation.report, {
    body: { kind: 'comment', subjectId: said.body.id, rule: 'respect' },
  })
  await otherMember.call(api.posts.like, { params })
  for (const from of [member, otherMember])
    await services.db.insert(tips).values({
      id: randomUUID(),
      fromPersonId: from.id,
      toPersonId: creator.id,
      amountCents: 500,
      customerId: `cus_of_${from.id}`,
      paymentMethodId: 'pm_test',
      cardBrand: 'visa',
      cardLast4: '4242',
      status: 'completed',
      createdAt: clock.now(),
      completedAt: clock.now(),
    })
  ids = {
    '/api/posts/:id': [film.id],
    '/api/posts/:id/comments': [film.id],
    '/api/comments/:id': [said.body.id, reply.body.id],
    '/api/comments/:id/replies': [said.body.id],
    '/api/people/:id': [creator.id, otherMember.id, member.id],
    '/media/:id/:variant': [
      `${film.mediaId}/whole`,
      ...[second, inText].flatMap(({ mediaId }) => [`${mediaId}/640`, `${mediaId}/whole`]),
      `${attached.mediaId}/attachment`,
    ],
    '/api/site/teasers/:id': [film.id],
    '/api/site/teasers/:id/card.png': [film.id],
  }
})
afterAll(() => club.close())

const secretKeys =
  /^(phone|phoneNumber|passwordHash|hash|token|tokenHash|ip|ipAddress|storageKey|sha256|key|secret|sealed\w*|customerId|paymentMethodId|subscriptionId|views|viewsCount|removedBy|reason)$/i

/** Every key of an answer with what stands under it, however deep. */
function* entriesOf(value: unknown): Generator<[string, unknown]> {
  if (value === null || typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [key, inner]
    yield* entriesOf(inner)
  }
}

it.each([
  ['member', ['/api/posts', '/api/tips/sent', '/api/auth/user']],
  ['moderator', ['/api/posts', '/api/admin/reports', '/api/admin/silences']],
] as const)('shows a %s nothing of others beyond their profile [T-ID-03, MOD-1]', async (kind, paths) => {
  const { services, people: cast } = club
  const member = cast[kind]
  await member.call(api.gate.unlock, { body: { code: services.config.accessCode ?? '' } })
  const others = await services.db.select().from(people)
  const foreign = [
    ...others
      .filter(({ id }) => id !== member.id)
      .flatMap(({ email, stripeCustomerId }) => [email, stripeCustomerId]),
    ...others.map(({ passwordHash }) => passwordHash),
    ...(await services.db.select().from(media)).map(({ sha256 }) => sha256),
    `cus_of_${cast.otherMember.id}`,
  ].filter((text) => text !== null)
  expect(foreign).toContain(cast.otherMember.email)

  const read: string[] = []
  const leaks: string[] = []
  for (const endpoint of everyEndpoint.filter(({ method }) => method === 'GET')) {
    // It says what fields there are, not what stands in them; and following the other ends the session.
    if (['GET /api/openapi.json', 'GET /api/logout'].includes(nameOf(endpoint))) continue
    for (const id of ids[endpoint.path] ?? [randomUUID()]) {
      const answer = await member.fetch(addressIn(endpoint.path, id))
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      if (answer.status === 200) read.push(endpoint.path)
      for (const secret of foreign) if (text.includes(secret)) leaks.push(`${endpoint.path}: ${secret}`)
      // A refusal names the fields that were missing.
      if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('json')) continue
      for (const [key, value] of entriesOf(JSON.parse(text))) {
        const isAddress = key === 'email' && typeof value === 'string' && value !== member.email
        const isRule = communityRules.some((rule) => rule.key === value)
        if (isAddress || (secretKeys.test(key) && value !== null && !isRule))
          leaks.push(`${endpoint.path}: ${key} = ${JSON.stringify(value)}`)
      }
    }
  }
  expect(leaks).toEqual([])
  // It was there to be read.
  expect(read).toEqual(expect.arrayContaining([...Object.keys(ids), ...paths]))
  expect(read.length).toBeGreaterThan(20)
})

it('shows API keys no address of members without the right to read members [PROG-1]', async () => {
  const { services, people: cast } = club
  const { admin, otherMember } = cast
  const make = async (rights: ApiRight[]) => {
    const body = { name: 'A script', rights, expiresAt: null }
    const { secret } = (await admin.call(api.apiKeys.create, { body })).body
    return { authorization: `Bearer ${secret}` }
  }
  const members = await make(['members:read'])
  const all = await club.visitor().call(api.admin.users, { query: {}, headers: members })
  expect(JSON.stringify(all.body)).toContain(otherMember.email)
  const others = (await services.db.select().from(people)).filter(({ id }) => id !== admin.id)
  const readers: [ApiRight, number][] = [
    ['posts:read', 5],
    ['gate:manage', 1],
  ]
  for (const [right, atLeast] of readers) {
    const headers = await make([right])
    const open = everyEndpoint.filter((endpoint) => endpoint.right === right && endpoint.method === 'GET')
    let read = 0
    for (const endpoint of open)
      for (const id of ids[endpoint.path] ?? [randomUUID()]) {
        const answer = await club.visitor().fetch(addressIn(endpoint.path, id), { headers })
        const text = await answer.text()
        if (answer.status === 200) read += 1
        for (const { email } of others) expect(text).not.toContain(email)
      }
    expect(read).toBeGreaterThanOrEqual(atLeast)
  }
})

it('shows strangers no name, comment, text, file, gallery part or attachment of members, and one title at most [FRONT-2, GAL-1, ATT-1]', async () => {
  const { services, people: cast } = club
  const [film] = ids['/api/posts/:id'] ?? []
  const visitor = club.visitor()
  await visitor.call(api.gate.unlock, { body: { code: services.config.accessCode ?? '' } })
  const others = await services.db.select().from(people)
  const foreign = [
    ...others
      .filter(({ id }) => id !== cast.creator.id)
      .flatMap(({ id, firstName, lastName, email }) => [id, firstName, lastName, email]),
    cast.creator.email,
    ...(await services.db.select().from(media)).flatMap(({ id, sha256 }) => [id, sha256]),
    'What a save!',
    'It was',
    'Only for members',
    'The keeper dives',
    'The empty stand',
    'away-end.gpx',
    attachedWords,
  ].filter((text) => text !== null && text.length > 2)
  const title = 'A film that strangers may know of'
  await services.db.update(posts).set({ title, content: 'Only for members', sharing: 'title' })
  await expect
    .poll(async () => (await visitor.call(api.teasers.show, { params: { id: film! } })).body.title)
    .toBe(title)

  const leaks: string[] = []
  const titled: string[] = []
  const files: [address: string, status: number][] = []
  for (const endpoint of everyEndpoint.filter(({ method }) => method === 'GET')) {
    if (['GET /api/openapi.json', 'GET /api/logout'].includes(nameOf(endpoint))) continue
    for (const id of ids[endpoint.path] ?? [randomUUID()]) {
      const answer = await visitor.fetch(addressIn(endpoint.path, id))
      if (endpoint.path.startsWith('/media/')) files.push([id, answer.status])
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      for (const secret of foreign) if (text.includes(secret!)) leaks.push(`${endpoint.path}: ${secret}`)
      if (text.includes(title)) titled.push(endpoint.path)
    }
  }
  expect(leaks).toEqual([])
  expect(files).toEqual(ids['/media/:id/:variant']!.map((address) => [address, 401]))
  expect(titled.toSorted()).toEqual(['/api/site/teasers', '/api/site/teasers/:id'])
})
