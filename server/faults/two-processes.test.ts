import { once } from 'node:events'
import { closeCodes } from '@touchline/contract/live.ts'
import { api } from '@touchline/contract/api.ts'
import { ClientError, connect } from '@touchline/contract/client.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { limits } from '#limits/limits.ts'
import { report } from '#testing/test-report.ts'
import { readAtPaceOf } from '#testing/slow-reader.ts'
import { smtpForTests, type TestSmtp } from '#testing/smtp-for-tests.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { webhookReceiver } from '#testing/webhook-receiver.ts'
import { openTwoSites, type TwoSites } from './two-sites.ts'

let smtp: TestSmtp
let sites: TwoSites
beforeAll(async () => {
  smtp = await smtpForTests()
  // Half a second must suffice, however busy the machine is.
  sites = await openTwoSites({
    SMTP_URL: smtp.url.split('?')[0]!,
    ACCESS_CODE: 'half-time',
    LOCAL_WEBHOOK_HOSTS: '127.0.0.1',
  })
})
afterAll(async () => {
  await sites.close()
  await smtp.close()
})

const both = [0, 1] as const

/** A page open at one process: the messages it received and its close code. */
async function pageAt(index: 0 | 1, caller: Caller) {
  const socket = new WebSocket(`${sites.each[index].replace('http', 'ws')}/ws`, {
    headers: { cookie: cookiesOf(caller), origin: sites.url },
  })
  const heard: { type: string; likesCount?: number }[] = []
  const page = { heard, code: 0, socket }
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  socket.once('close', (code) => (page.code = code))
  await once(socket, 'open')
  return page
}

const newPost = async () => {
  const post = { creatorId: sites.people.creator.id, kind: 'video' as const }
  return storedPost(sites, { ...post, files: [wholeVideo(16 * 1024 * 1024)] })
}

it('share sign-ins and sign-outs [R-13]', async () => {
  const { otherCreator } = sites.people
  for (const index of both)
    expect((await sites.at(index, otherCreator).call(api.accounts.signedInUser)).status).toBe(200)
  expect((await sites.at(1, otherCreator).call(api.accounts.logout)).status).toBe(200)
  for (const index of both)
    expect((await sites.at(index, otherCreator).call(api.accounts.signedInUser)).status).toBe(401)
})

it('both publish hearts given at one [R-13, LIVE-1]', async () => {
  const startedAt = performance.now()
  const { member, otherMember } = sites.people
  const { id } = await newPost()
  const pages = [await pageAt(0, member), await pageAt(1, otherMember)]
  for (const index of both)
    await sites.at(index, index === 0 ? member : otherMember).call(api.posts.like, { params: { id } })
  const likedAt = performance.now()
  for (const { heard, socket } of pages) {
    await expect.poll(() => heard.at(-1)).toMatchObject({ type: 'post_heart_update', likesCount: 2 })
    socket.close()
  }
  report(
    'R-13',
    `hearts given at either process were at the pages of both within ${Math.ceil(performance.now() - likedAt)} ms`,
    { startedAt },
  )
})

it('both cut off a blocked person’s pages, streams and requests [R-13, T-WS-03, T-MD-07]', async () => {
  const startedAt = performance.now()
  const { creator, member } = sites.people
  const video = await newPost()
  const address = video.addressOf('whole')
  const pages = [await pageAt(0, member), await pageAt(1, member)]
  const streams = await Promise.all(
    both.map((index) => readAtPaceOf(100_000, sites.each[index], address, member)),
  )
  await expect.poll(() => streams.every((stream) => stream.received() > 0)).toBe(true)
  const blocked = await sites.at(1, creator).call(api.blocks.toggle, {
    params: { id: member.id },
    body: { blocked: true },
  })
  expect(blocked.status).toBe(200)
  const blockedAt = performance.now()
  for (const index of both) {
    const there = sites.at(index, member)
    expect((await there.call(api.posts.list)).status).toBe(403)
    expect((await there.fetch(address)).status).toBe(403)
    await expect.poll(() => pages[index]!.code).toBe(closeCodes.accessLost)
    await expect.poll(() => streams[index]!.isCut()).toBe(true)
  }
  report(
    'R-13',
    `who was blocked at one process was refused, sent away and cut off by both within ${Math.ceil(performance.now() - blockedAt)} ms`,
    { startedAt },
  )
})

it('both apply changes to API keys and webhooks made on either [R-13, PROG-1, PROG-2]', async () => {
  const { admin } = sites.people
  const [here, there] = [sites.at(0, admin), sites.at(1, admin)]
  const body = { name: 'Bot', rights: ['posts:read' as const], expiresAt: null }
  const key = (await here.call(api.apiKeys.create, { body })).body
  const withKey = both.map((index) => connect({ url: sites.each[index], key: key.secret, fetch }))
  for (const call of withKey) expect(await call(api.posts.list, { query: {} })).toBeInstanceOf(Array)
  expect((await there.call(api.apiKeys.revoke, { params: { id: key.id } })).status).toBe(204)
  for (const call of withKey) await expect(call(api.posts.list, { query: {} })).rejects.toThrow(ClientError)

  const receiver = await webhookReceiver()
  try {
    const wanted = { url: receiver.url, events: ['comment.created' as const], includesEmail: false }
    const made = (await here.call(api.webhooks.create, { body: wanted })).body
    const params = { id: made.id }
    receiver.secret = made.secret
    for (const caller of [here, there])
      expect((await caller.call(api.webhooks.sendTest, { params })).body.state).toBe('delivered')
    receiver.secret = (await there.call(api.webhooks.rotateSecret, { params })).body.secret
    for (const caller of [here, there])
      expect((await caller.call(api.webhooks.sendTest, { params })).body.state).toBe('delivered')

    const { id } = await newPost()
    const { otherMember } = sites.people
    const say = (index: 0 | 1, content: string) =>
      sites.at(index, otherMember).call(api.comments.add, { params: { id }, body: { content } })
    const recorded = async () =>
      (await there.call(api.webhooks.deliveries, { params, query: {} })).body.deliveries.filter(
        ({ type }) => type === 'comment.created',
      ).length
    for (const index of both) expect((await say(index, `While it is on ${index}`)).status).toBe(201)
    expect(await recorded()).toBe(2)
    await here.call(api.webhooks.setState, { params, body: { isOn: false } })
    for (const index of both) expect((await say(index, `While it is off ${index}`)).status).toBe(201)
    expect(await recorded()).toBe(2)
    expect((await there.call(api.webhooks.remove, { params })).status).toBe(204)
    expect((await here.call(api.webhooks.sendTest, { params })).status).toBe(404)
  } finally {
    await receiver.close()
  }
})

it('follow each other’s published settings [R-13, SITE-1]', async () => {
  const { admin, member } = sites.people
  for (const index of both) {
    const here = sites.at(index, admin)
    const { revision } = (await here.call(api.siteSettings.show)).body
    const body = { revision, settings: { name: `Published on ${index}` } }
    const saved = (await here.call(api.siteSettings.save, { body })).body
    await here.call(api.siteSettings.publish, { body: { revision: saved.revision } })
    for (const each of both)
      await expect
        .poll(async () => (await sites.at(each, member).call(api.site.show)).body.name)
        .toBe(`Published on ${index}`)
  }
})

it('share the gate’s attempt count, even after one is killed [R-13, T-GT-02]', async () => {
  const visitor = sites.visitor('198.51.100.77')
  const tryCode = async (code: string) => (await visitor.call(api.gate.unlock, { body: { code } })).status
  for (let tries = 0; tries < limits.unlock.countsRefused; tries += 1)
    expect(await tryCode('kickoff')).toBe(401)
  expect([await tryCode('half-time'), await tryCode('half-time')]).toEqual([429, 429])
  await sites.kill(0)
  expect((await sites.people.creator.call(api.posts.list)).status).toBe(200)
  await sites.start(0)
  expect([await tryCode('half-time'), await tryCode('half-time')]).toEqual([429, 429])
})

const asked = () => smtp.received.filter((email) => /Question \d+ of many/.test(email))

it('run every job once [R-13]', async () => {
  const count = 16
  const written = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      sites.visitor(`203.0.113.${index + 1}`).call(api.support.contact, {
        body: { name: 'Nel', email: `fan-${index}@club.example`, message: `Question ${index} of many` },
      }),
    ),
  )
  expect(new Set(written.map(({ status }) => status))).toEqual(new Set([202]))
  await expect.poll(() => asked().length).toBe(count)
  const ids = asked().map((email) => /^Message-ID: (\S+)/im.exec(email)?.[1])
  expect(new Set(ids).size).toBe(count)
  const left = `select from jobs.job where name = 'mail' and state < 'completed'`
  await expect.poll(async () => (await sites.db.$client.query(left)).rowCount).toBe(0)
  expect(asked()).toHaveLength(count)
})
