import { once } from 'node:events'
import { request as ask } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeCodes } from '@touchline/contract/live.ts'
import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { databaseOf } from '#testing/other-process.ts'
import { openLive } from './live-hub.ts'
import { coalesceHearts } from './live-socket.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const cookiesOf = (caller: Caller) =>
  [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const dial = (caller: Caller, origin: string | null = club.url, path = '/ws') =>
  new WebSocket(`${club.url.replace('http', 'ws')}${path}`, {
    headers: { cookie: cookiesOf(caller), ...(origin === null ? {} : { origin }) },
  })
/** 'open', or the status the upgrade was refused with. */
const outcomeOf = (socket: WebSocket) =>
  new Promise<string | number>((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('error', () => resolve('error'))
  })
/** Records messages; `first(n)` returns all of them once there are `n`. */
function openEar() {
  const heard: unknown[] = []
  const waiting = new Map<number, (soFar: unknown[]) => void>()
  return {
    hear: (message: unknown) => {
      heard.push(message)
      waiting.get(heard.length)?.(heard)
    },
    first: (count: number) =>
      heard.length >= count
        ? Promise.resolve(heard)
        : new Promise<unknown[]>((resolve) => void waiting.set(count, resolve)),
  }
}
async function listener(caller: Caller) {
  const socket = dial(caller)
  const { hear, first } = openEar()
  socket.once('message', () => socket.on('message', (data: Buffer) => hear(JSON.parse(data.toString()))))
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  expect(await outcomeOf(socket)).toBe('open')
  return { socket, first, closed }
}
const newPost = () =>
  publishPost(club.services, { creatorId: club.people.creator.id, content: 'Text', contentType: 'text' })

it('sends every open feed the new count and nothing else [LIVE-1, T-WS-04]', async () => {
  const { member, otherMember, creator } = club.people
  // Listening before there is a post: its own news comes over the database, at no certain moment.
  const ears = [await listener(member), await listener(creator)]
  const id = await newPost()
  await otherMember.call(api.posts.like, { params: { id } })
  for (const { first, socket } of ears) {
    expect(await first(2)).toEqual([
      { type: 'post_created', postId: id },
      { type: 'post_heart_update', postId: id, likesCount: 1 },
    ])
    socket.close()
  }
})

it('announces new and deleted posts and comments [LIVE-1]', async () => {
  const { member, creator } = club.people
  const { first, socket } = await listener(member)
  const id = await newPost()
  const params = { id }
  const { body } = await member.call(api.comments.add, { params, body: { content: 'First!' } })
  await creator.call(api.comments.remove, { params: { id: body.id } })
  await creator.call(api.posts.edit, { params, body: { title: 'New' } })
  await creator.call(api.posts.remove, { params })
  expect(await first(5)).toEqual([
    { type: 'post_created', postId: id },
    { type: 'comment_created', postId: id, commentId: body.id, replyToId: null, commentsCount: 1 },
    { type: 'comment_deleted', postId: id, commentId: body.id, replyToId: null, commentsCount: 0 },
    { type: 'post_updated', postId: id },
    { type: 'post_deleted', postId: id },
  ])
  socket.close()
})

it('reaches members connected to other processes [LIVE-3]', async () => {
  const { services } = club
  const elsewhere = openLive({ database: databaseOf(club), log: services.log })
  const there = openEar()
  elsewhere.subscribe((_audience, message) => there.hear(message))
  await elsewhere.start()
  const here = await listener(club.people.member)
  const id = await newPost()
  await club.people.otherMember.call(api.posts.like, { params: { id } })
  const both = [
    { type: 'post_created', postId: id },
    { type: 'post_heart_update', postId: id, likesCount: 1 },
  ]
  expect([await there.first(2), await here.first(2)]).toEqual([both, both])

  const { member } = club.people
  await services.db.transaction((tx) =>
    elsewhere.publish(tx, { person: member.id }, { type: 'access_changed' }),
  )
  expect(await here.first(3)).toEqual([...both, { type: 'access_changed' }])
  here.socket.close()
  await elsewhere.close()
})

it('delivers messages in order, also access changes without an open connection [LIVE-3]', async () => {
  const { services } = club
  const { hear, first } = openEar()
  services.live.subscribe((_audience, message) => hear(message))
  await services.db.transaction(async (tx) => {
    await services.live.accessChanged(tx, club.people.lapsed.id)
    await services.live.publish(tx, 'members', { type: 'post_created', postId: 'afterwards' })
  })
  expect(await first(2)).toEqual([{ type: 'access_changed' }, { type: 'post_created', postId: 'afterwards' }])
})

/** Opens a connection as `caller` and closes it; what its first message says. */
async function greeting(caller: Caller) {
  const socket = dial(caller)
  const [data] = await once(socket, 'message')
  socket.close()
  return JSON.parse(data.toString())
}

it('starts with the time since the viewer’s last message [LIVE-3]', async () => {
  const { member, otherMember } = club.people
  const { services } = club
  const { hear, first } = openEar()
  services.live.subscribe((_audience, message) => hear(message))

  const toldAll = performance.now()
  await services.live.publish(services.db, 'members', { type: 'post_created', postId: 'any' })
  await first(1)
  const allHeard = performance.now()
  const { type, quietMs } = await greeting(member)
  expect([type, quietMs <= performance.now() - toldAll]).toEqual(['connected', true])

  await services.live.publish(services.db, { person: member.id }, { type: 'tip_acknowledged', tipId: 'any' })
  await first(2)
  const toldOne = performance.now()
  const other = await greeting(otherMember)
  expect(other.quietMs).toBeGreaterThanOrEqual(Math.floor(toldOne - allHeard))
  expect((await greeting(member)).quietMs).toBeLessThanOrEqual(performance.now() - allHeard)
})

it('sends nothing of a transaction that was rolled back [LIVE-3]', async () => {
  const { first, socket } = await listener(club.people.member)
  const { services } = club
  await expect(
    services.db.transaction(async (tx) => {
      await services.live.publish(tx, 'members', { type: 'post_created', postId: 'never' })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await services.live.publish(services.db, 'members', { type: 'post_created', postId: 'afterwards' })
  expect(await first(1)).toEqual([{ type: 'post_created', postId: 'afterwards' }])
  socket.close()
})

it('accepts members with access, from our own pages only [LIVE-3, T-WS-01, T-WS-02]', async () => {
  const { member, creator, admin, lapsed, pastDue, newcomer, blocked } = club.people
  for (const person of [member, creator, admin]) {
    const socket = dial(person)
    expect(await outcomeOf(socket)).toBe('open')
    socket.close()
  }
  for (const person of [lapsed, pastDue, newcomer, blocked]) expect(await outcomeOf(dial(person))).toBe(403)
  expect(await outcomeOf(dial(club.visitor()))).toBe(401)
  for (const origin of [null, 'null', 'https://evil.example', `${club.url}.evil.example`])
    expect([origin, await outcomeOf(dial(member, origin))]).toEqual([origin, 403])
})

it('opens at no other path [LIVE-3, T-WS-01]', async () => {
  const { member } = club.people
  for (const [caller, path, status] of [
    [member, '/api/auth/user', 200],
    [club.visitor(), '/api/auth/user', 401],
    [member, '/ws/', 404],
    [member, '/api/nothing', 404],
  ] as const)
    expect([path, await outcomeOf(dial(caller, club.url, path))]).toEqual([path, status])
  const headers = { origin: club.url, cookie: cookiesOf(member) }
  const plain = await fetch(`${club.url}/ws`, { headers })
  expect([plain.status, await plain.json()]).toEqual([404, { message: 'Page not found', code: 'not_found' }])
})

it('ignores offers of other protocols', async () => {
  // As Java and curl ask a server without TLS for HTTP/2.
  const headers = {
    connection: 'Upgrade, HTTP2-Settings',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAAQAoAAA',
  }
  const asked = ask(`${club.url}/healthz`, { headers }).end()
  const [answer] = await once(asked, 'response')
  expect([answer.statusCode, await text(answer)]).toEqual([200, '{"status":"ok"}'])
})

it('closes the socket when access or the session ends [LIVE-3, T-WS-03]', async () => {
  const { services } = club
  const { otherMember, member } = club.people
  const block = (isBlocked: boolean) =>
    services.db.transaction(async (tx) => {
      await tx.update(people).set({ isBlocked }).where(eq(people.id, otherMember.id))
      await services.live.accessChanged(tx, otherMember.id)
    })
  const [leaving, staying] = [await listener(otherMember), await listener(member)]
  await block(true)
  expect(await leaving.closed).toBe(closeCodes.accessLost)
  await block(false)

  const back = await listener(otherMember)
  await otherMember.call(api.accounts.logout)
  expect(await back.closed).toBe(closeCodes.signedOut)
  expect(staying.socket.readyState).toBe(WebSocket.OPEN)
  staying.socket.close()
})

it('limits a person to five sockets and closes floods [LIVE-3, T-WS-05]', async () => {
  const { admin, creator } = club.people
  const first = await listener(admin)
  const later = []
  for (let count = 0; count < 5; count += 1) later.push(await listener(admin))
  expect(await first.closed).toBe(1008)
  expect(later.map(({ socket }) => socket.readyState)).toEqual(Array(5).fill(WebSocket.OPEN))
  for (const { socket } of later) socket.close()

  // A browser that does not say goodbye back holds no place either.
  const deaf = []
  for (let count = 0; count < 9; count += 1) {
    const { socket, closed } = await listener(admin)
    socket.pause()
    deaf.push({ socket, closed })
  }
  await vi.waitFor(() => expect(club.app.websocketServer.clients.size).toBe(5), 30_000)
  for (const { socket } of deaf) socket.terminate()

  const talker = await listener(creator)
  for (let count = 0; count < 20; count += 1) talker.socket.send('hello?')
  await services()
  expect(talker.socket.readyState).toBe(WebSocket.OPEN)
  talker.socket.send('and one more')
  expect(await talker.closed).toBe(1008)
  const shouter = await listener(creator)
  shouter.socket.on('error', () => undefined)
  shouter.socket.send('x'.repeat(5000))
  expect([1006, 1009]).toContain(await shouter.closed)
})

/** A round trip through the server, so that what was sent before has arrived. */
const services = () => club.people.creator.call(api.posts.list)

it('sends the first heart at once, then at most five counts a second [LIVE-1]', () => {
  vi.useFakeTimers()
  try {
    const sent: number[] = []
    const say = coalesceHearts(({ likesCount }) => sent.push(likesCount))
    const heart = (likesCount: number) => say({ type: 'post_heart_update', postId: 'a', likesCount })
    for (let count = 1; count <= 50; count += 1) heart(count)
    expect(sent).toEqual([1])
    vi.advanceTimersByTime(200)
    expect(sent).toEqual([1, 50])
    heart(49)
    vi.advanceTimersByTime(199)
    expect(sent).toEqual([1, 50])
    vi.advanceTimersByTime(1)
    expect(sent).toEqual([1, 50, 49])
    vi.advanceTimersByTime(1000)
    heart(48)
    expect(sent).toEqual([1, 50, 49, 48])
  } finally {
    vi.useRealTimers()
  }
})
