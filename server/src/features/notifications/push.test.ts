import { createPublicKey, verify } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addComment } from '#features/comments/add-comment.ts'
import { people } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { emails } from '#mail/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { signInAgain } from '#testing/months.ts'
import { addMember } from '#testing/people.ts'
import { recur } from '#testing/recur.ts'
import { pushServiceForTests, type TestPushService } from '#testing/push-service.ts'
import { getPushKeys } from './push-keys.ts'
import { isPushService } from './push-services.ts'
import { pushKeys, pushSubscriptions } from './schema.ts'
import { sendPush } from './send-push.ts'

let club: Club
let service: TestPushService
let member: Caller
beforeAll(async () => {
  club = await openClub({ PUSH_HOSTS: '127.0.0.1, fcm.googleapis.com, *.push.services.mozilla.com' })
})
beforeEach(async () => {
  service = await pushServiceForTests()
  await club.services.db.delete(pushSubscriptions)
  // The hour of a limit is over.
  club.clock.advance(2 * 60 * 60_000)
  member = await addMember(club.services)
  for (const who of [club.people.creator, club.people.otherMember]) await signInAgain(club, who)
})
afterEach(() => service.close())
afterAll(() => club.close())

const want = (who: Caller, push = true) =>
  who.call(api.notifications.change, { body: { email: false, push, marketing: false } })

const listen = async (who: Caller) => {
  await want(who)
  return who.call(api.notifications.addPush, { body: service.subscription })
}

const remove = (who: Caller) =>
  who.call(api.notifications.removePush, { body: { endpoint: service.subscription.endpoint } })

const publish = (title = 'Two watches') =>
  publishPost(club.services, {
    creatorId: club.people.creator.id,
    title,
    content: 'For members only: what was said in the tunnel.',
    contentType: 'text',
  })

async function pass(minutes = 1) {
  club.clock.advance(minutes * 60_000)
  await recur(club, 'tell-people')
  await club.services.jobs.settled()
}

const browsers = () => club.services.db.select().from(pushSubscriptions)

const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())

describe('web push', () => {
  it('does not wait for the emails about the same post [SET-4]', async () => {
    expect((await listen(member)).status).toBe(204)
    await publish()
    const { db } = club.services
    const written = await db.$count(emails)
    await db.transaction(async (tx) => {
      // No email can be written until this ends.
      await tx.execute(sql`lock table letters in exclusive mode`)
      club.clock.advance(60_000)
      await recur(club, 'tell-people')
      await expect.poll(() => service.received.length).toBe(1)
    })
    await club.services.jobs.settled()
    expect(await db.$count(emails)).toBeGreaterThan(written)
  })

  it('tells a browser in its own keys, signed with the site’s, and only the title [SET-4]', async () => {
    const { publicKey } = (await member.call(api.notifications.pushKey)).body
    expect((await listen(member)).status).toBe(204)
    const id = await publish()
    await pass()
    expect(service.received).toHaveLength(1)
    const { path, headers, message } = service.received[0]!
    expect(path).toBe('/send/abc')
    expect(message).toEqual({
      title: 'Touchline',
      body: 'New post: “Two watches”',
      path: `/post/${id}`,
      tag: `new_post:${id}`,
    })
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })

    const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '')!
    expect(key).toBe(publicKey)
    const [header = '', claims = '', signature = ''] = token!.split('.')
    expect(part(header)).toMatchObject({ alg: 'ES256' })
    expect(part(claims)).toMatchObject({ aud: new URL(service.subscription.endpoint).origin })
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const siteKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const signed = Buffer.from(`${header}.${claims}`)
    const proof = { key: siteKey, dsaEncoding: 'ieee-p1363' } as const
    expect(verify('sha256', signed, proof, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('says much of one kind in one message, and each thing once [SET-4]', async () => {
    const { creator, otherMember } = club.people
    await listen(creator)
    const id = await publish()
    for (const who of [member, otherMember, member])
      await who.call(api.comments.add, { params: { id }, body: { content: 'Well refereed' } })
    await pass()
    await pass()
    expect(service.received.map(({ message }) => message)).toEqual([
      { title: 'Touchline', body: '3 comments on your posts', path: '/inbox', tag: 'comment' },
    ])
  })

  it('is not sent after opting out, losing access, a block or sign-out [SET-4]', async () => {
    await listen(member)
    await want(member, false)
    await publish()
    await pass()
    await want(member)
    await member.call(api.notifications.change, {
      body: { email: false, push: true, marketing: false, declined: { push: { new_post: true } } },
    })
    await publish()
    await pass()
    await member.call(api.notifications.change, {
      body: { email: false, push: true, marketing: false, declined: { push: { new_post: false } } },
    })
    const [browser] = await browsers()
    const job = {
      subscriptionId: browser!.id,
      kind: 'new_post' as const,
      message: { title: 'Touchline', body: 'A post', path: '/content', tag: 'x' },
    }
    const block = (isBlocked: boolean) =>
      club.services.db.update(people).set({ isBlocked }).where(eq(people.id, member.id))
    await block(true)
    await sendPush(club.services, job)
    await block(false)
    expect(service.received).toEqual([])
    await sendPush(club.services, job)
    expect(service.received).toHaveLength(1)

    await member.call(api.accounts.logout)
    expect(await browsers()).toEqual([])
    await sendPush(club.services, job)
    await publish()
    await pass()
    expect(service.received).toHaveLength(1)
  })

  it('ends with a session that was idle for two weeks', async () => {
    await listen(member)
    club.clock.advance(15 * 24 * 60 * 60_000)
    await publish()
    await pass()
    expect(service.received).toEqual([])
  })

  it('waits and combines after ten messages in an hour, and in quiet hours [BELL-4, BELL-5]', async () => {
    await listen(member)
    for (let post = 1; post <= 12; post += 1) {
      await publish(`Post ${post}`)
      await pass()
    }
    expect(service.received).toHaveLength(10)
    await pass(60)
    expect(service.received.at(-1)!.message).toMatchObject({ body: '2 new posts' })
    const minute = Math.floor(club.clock.now().getTime() / 60_000) % 1440
    const quietHours = { from: minute, until: (minute + 60) % 1440 }
    await member.call(api.notifications.change, { body: { quietHours } })
    await publish('At night')
    await pass()
    expect(service.received).toHaveLength(11)
    await pass(60)
    expect(service.received.at(-1)!.message).toMatchObject({ body: 'New post: “At night”' })
  })

  it('counts every message of the hour, and no notice that reached no browser [BELL-5]', async () => {
    const { creator, otherMember } = club.people
    await want(creator)
    const postId = await publish()
    const say = ({ id: personId }: Caller, replyToId: string | null = null) =>
      addComment(club.services, { postId, personId, content: 'Offside', replyToId })
    const first = await say(creator)
    for (let minute = 0; minute < 11; minute += 1) {
      await say(member)
      await pass()
    }
    await listen(creator)
    for (let minute = 0; minute < 6; minute += 1) {
      await say(member)
      await say(otherMember, first.id)
      await pass()
    }
    const kinds = service.received.map(({ message }) => /"tag":"(\w+):/.exec(JSON.stringify(message))?.[1])
    expect([kinds.length, new Set(kinds)]).toEqual([10, new Set(['comment', 'reply'])])
    await pass(60)
    expect(service.received).toHaveLength(12)
  })

  it.each([404, 410])(
    'refuses an ended subscription (%i) until the browser makes a new one [BELL-6]',
    async (status) => {
      await listen(member)
      service.answers = [status]
      await publish()
      await pass()
      await publish('The next one')
      await pass()
      expect(service.received).toHaveLength(1)
      const again = await listen(member)
      expect([again.status, again.message]).toEqual([409, expect.stringContaining('has ended')])
      const endpoint = `${service.subscription.endpoint}/new`
      const added = await member.call(api.notifications.addPush, {
        body: { ...service.subscription, endpoint },
      })
      expect(added.status).toBe(204)
      await publish('The third one')
      await pass()
      expect(service.received).toHaveLength(2)
    },
  )

  it('tries again where the push service is busy, and drops what it refuses [R-11]', async () => {
    await listen(member)
    service.answers = [503, 429, 201]
    await publish()
    await pass()
    for (const times of [2, 3]) {
      await club.services.jobs.settled({ again: true })
      expect(service.received).toHaveLength(times)
    }
    service.answers = [400]
    await publish('The next one')
    await pass()
    await club.services.jobs.settled({ again: true })
    expect(service.received).toHaveLength(4)
    expect(await browsers()).toHaveLength(1)
  })

  it('does not follow a push service elsewhere [T-XS-05]', async () => {
    await listen(member)
    service.answers = [307]
    await publish()
    await pass()
    await club.services.jobs.settled({ again: true })
    expect(service.received).toHaveLength(1)
  })

  it('belongs to who is signed in last, and is taken back by them alone [SET-4]', async () => {
    const { otherMember } = club.people
    await listen(member)
    await listen(otherMember)
    expect(await browsers()).toMatchObject([{ personId: otherMember.id }])
    await remove(member)
    expect(await browsers()).toHaveLength(1)
    expect((await remove(otherMember)).status).toBe(204)
    expect(await browsers()).toEqual([])
  })
})

describe('the address a browser gives', () => {
  it('is one of a known push service: nothing behind our own walls is called [T-XS-05]', async () => {
    const { keys } = service.subscription
    const wrong = [
      'http://169.254.169.254/latest/meta-data',
      'https://169.254.169.254/',
      'http://localhost:5432/',
      'http://[::1]/',
      'https://10.0.0.1/',
      'https://127.0.0.1/',
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com:8443/fcm/send/x',
      'https://fcm.googleapis.com@evil.example/',
      'https://user:word@fcm.googleapis.com/',
      'https://fcm.googleapis.com.evil.example/',
      'https://push.services.mozilla.com.evil.example/',
      'https://evilpush.services.mozilla.com/',
      'https://evil.example/#fcm.googleapis.com',
      'ftp://fcm.googleapis.com/',
      'javascript:alert(1)',
      'x',
      `https://fcm.googleapis.com/${'a'.repeat(1000)}`,
    ]
    for (const endpoint of wrong) {
      const answer = await member.call(api.notifications.addPush, { body: { endpoint, keys } })
      expect([endpoint, answer.status]).toEqual([endpoint, 400])
      expect(answer.message).toMatch(/^This browser’s|^Please use at most/)
    }
    expect(await browsers()).toEqual([])
    const hosts = ['fcm.googleapis.com', '*.push.services.mozilla.com']
    expect(isPushService('https://fcm.googleapis.com/fcm/send/x', hosts)).toBe(true)
    expect(isPushService('https://updates.push.services.mozilla.com/wpush/v2/x', hosts)).toBe(true)
  })

  it('comes with keys that can encrypt', async () => {
    const { endpoint, keys } = service.subscription
    for (const wrong of [
      undefined,
      {},
      { ...keys, p256dh: 'A'.repeat(87) },
      { ...keys, p256dh: 'short' },
      { ...keys, auth: 'short' },
    ])
      expect(await member.call(api.notifications.addPush, { body: { endpoint, keys: wrong } })).toMatchObject(
        { status: 400, message: expect.stringMatching(/^The keys of this browser are/) },
      )
  })

  it('is one of the last twenty of a person', async () => {
    for (let count = 0; count < 22; count += 1)
      await member.call(api.notifications.addPush, {
        body: { ...service.subscription, endpoint: `https://fcm.googleapis.com/fcm/send/${count}` },
      })
    const kept = await browsers()
    expect(kept).toHaveLength(20)
    expect(kept.map(({ endpoint }) => endpoint)).not.toContain('https://fcm.googleapis.com/fcm/send/0')
  })
})

it('keeps live browsers however many subscriptions of another ended [BELL-6]', async () => {
  const add = (name: string) =>
    member.call(api.notifications.addPush, {
      body: { ...service.subscription, endpoint: `https://fcm.googleapis.com/fcm/send/${name}` },
    })
  await add('phone')
  await signInAgain(club, member)
  for (let count = 0; count < 20; count += 1) {
    await add(`laptop-${count}`)
    await club.services.db
      .update(pushSubscriptions)
      .set({ goneAt: club.clock.now() })
      .where(like(pushSubscriptions.endpoint, '%laptop%'))
  }
  await add('laptop')
  expect((await browsers()).map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(['phone', 'laptop'])
})

describe('the keys of the site', () => {
  it('are created once, stored, and unreadable in a stolen database', async () => {
    const { services } = club
    await services.db.delete(pushKeys)
    const made = await Promise.all([getPushKeys(services), getPushKeys(services), getPushKeys(services)])
    expect(new Set(made.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(await getPushKeys(services)).toEqual(made[0])
    const { rows } = await services.db.execute(sql`select row_to_json(k)::text from push_keys k`)
    expect(JSON.stringify(rows)).not.toContain(made[0].privateKey)
  })

  it('are made anew where the secret of the site is another, and the browsers that knew them ask again', async () => {
    const before = await getPushKeys(club.services)
    await listen(member)
    const after = await getPushKeys({ ...club.services, secret: 'another secret of at least 32 characters' })
    expect(after.publicKey).not.toBe(before.publicKey)
    expect(await browsers()).toEqual([])
    expect(await club.services.db.select().from(pushKeys)).toHaveLength(1)
  })
})
