import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { api } from '@touchline/contract/api.ts'
import { ClientError, connect } from '@touchline/contract/client.ts'
import { type WebhookEvent, webhookEvents } from '@touchline/contract/webhooks.ts'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '#features/accounts/start-session.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { checkInstallation } from '#features/health/installation-checks.ts'
import { people } from '#features/people/schema.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { recur } from '#testing/recur.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { storedPost, wholeVideo } from '#testing/stored-post.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { type WebhookReceiver, webhookReceiver } from '#testing/webhook-receiver.ts'
import { recordWebhook } from '#webhooks/record-webhook.ts'
import { webhookDeliveries, webhookEndpoints } from '#webhooks/schema.ts'
import { signatureOf } from './sign.ts'
import { isWebhookUrl } from './webhook-url.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let club: Club
let receiver: WebhookReceiver
beforeAll(async () => {
  club = await openClub({ LOCAL_WEBHOOK_HOSTS: '127.0.0.1' })
})
afterAll(() => club.close())
beforeEach(async () => {
  receiver = await webhookReceiver()
})
afterEach(async () => {
  await receiver.close()
  await club.services.db.delete(webhookEndpoints)
})

/** Sessions do not survive weeks of the club's clock, nor a proof of identity ten minutes. */
async function signedInAdmin() {
  const caller = club.visitor()
  const { token } = await openSession(club.services, club.people.admin.id, 'a test')
  caller.cookies.set(sessionCookie, token)
  return caller
}

async function makeWebhook(changed: { events?: WebhookEvent[]; includesEmail?: boolean } = {}) {
  const admin = await signedInAdmin()
  const body = { url: receiver.url, events: [...webhookEvents], includesEmail: false, ...changed }
  const made = await admin.call(api.webhooks.create, { body })
  expect(made.status).toBe(201)
  receiver.secret = made.body.secret
  const params = { id: made.body.id }
  const show = async () =>
    (await admin.call(api.webhooks.list)).body.webhooks.find(({ id }) => id === params.id)!
  const deliveries = async () =>
    (await admin.call(api.webhooks.deliveries, { params, query: {} })).body.deliveries
  return { admin, params, show, deliveries, ...made.body }
}

/** Sends what is due, as the minute does. */
async function deliver() {
  await recur(club, 'deliver-webhooks')
  await quiet(club)
}

const record = (personId: string, data: Record<string, number> = {}) =>
  recordWebhook(club.services.db, 'comment.created', { personId, data, happenedAt: club.clock.now() })

describe('the signature', () => {
  it('is that of the Standard Webhooks specification [PROG-2]', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(signatureOf(message, [secret])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    const signed = new Webhook(secret).sign(message.id, new Date(message.timestamp * 1000), message.body)
    expect(signatureOf(message, [secret, secret])).toBe(`${signed} ${signed}`)
  })

  it('verifies with the new and the previous secret for a day after a rotation [PROG-2]', async () => {
    const { admin, params, secret: first } = await makeWebhook()
    const { body } = await admin.call(api.webhooks.rotateSecret, { params })
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(first)
    for (const secret of [first, body.secret]) {
      receiver.secret = secret
      expect((await admin.call(api.webhooks.sendTest, { params })).body.state).toBe('delivered')
    }
    club.clock.advance(dayMs + minuteMs)
    receiver.secret = first
    const later = await signedInAdmin()
    expect((await later.call(api.webhooks.sendTest, { params })).body).toMatchObject({
      state: 'failed',
      responseStatus: 400,
    })
    const saved = JSON.stringify(await club.services.db.select().from(webhookEndpoints))
    for (const secret of [first, body.secret]) expect(saved).not.toContain(secret)
  })
})

describe('what happens in the club', () => {
  it('reaches a webhook as ids, with an address only if it asks [PROG-2]', async () => {
    const { services, people: cast } = club
    const { id } = await makeWebhook()
    const joined = await join(club)
    await quiet(club)
    const post = await storedPost(services, {
      creatorId: cast.creator.id,
      kind: 'video',
      files: [wholeVideo(50)],
    })
    const params = { id: post.id }
    const comment = await cast.member.call(api.comments.add, { params, body: { content: 'What a save!' } })
    await cast.creator.call(api.posts.publish, { body: textPost('News') })
    await deliver()
    const about = (type: string) => receiver.received.filter((one) => one.type === type)
    expect(about('member.joined')).toMatchObject([{ data: { personId: joined.user.id, reason: 'new' } }])
    expect(about('payment.received')).toMatchObject([
      { data: { personId: joined.user.id, kind: 'subscription', currency: 'usd' } },
    ])
    expect(about('comment.created')).toMatchObject([
      { data: { personId: cast.member.id, commentId: comment.body.id, postId: post.id, replyToId: null } },
    ])
    expect(about('post.published')).toMatchObject([{ data: { personId: cast.creator.id } }])
    const sent = receiver.received.map(({ body }) => body).join()
    expect(sent).not.toMatch(/@|What a save|News/)
    for (const { headers } of receiver.received) expect(headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/)

    await services.db.update(webhookEndpoints).set({ includesEmail: true }).where(eq(webhookEndpoints.id, id))
    receiver.received = []
    await record(cast.member.id)
    await deliver()
    await record(cast.lapsed.id)
    await services.db.update(people).set({ erasedAt: club.clock.now() }).where(eq(people.id, cast.lapsed.id))
    await deliver()
    await services.db.update(people).set({ erasedAt: null }).where(eq(people.id, cast.lapsed.id))
    expect(receiver.received.map(({ data }) => data)).toEqual([
      { personId: cast.member.id, email: cast.member.email },
      { personId: cast.lapsed.id },
    ])
  })

  it('reaches only webhooks that are on and chose the event [PROG-2]', async () => {
    const { admin, params } = await makeWebhook({ events: ['post.published'] })
    await record(randomUUID())
    await deliver()
    expect(receiver.calls.length).toBe(0)
    const body = { url: receiver.url, events: ['comment.created'], includesEmail: false }
    await admin.call(api.webhooks.change, { params, body })
    await admin.call(api.webhooks.setState, { params, body: { isOn: false } })
    await record(randomUUID())
    await admin.call(api.webhooks.setState, { params, body: { isOn: true } })
    await record(randomUUID())
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })
})

const textPost = (content: string) => {
  const form = new FormData()
  form.set('content', content)
  form.set('contentType', 'text')
  return form
}

describe('a receiver that is down', () => {
  it('gets every event once, in order per person, when it is back after an hour [PROG-3]', async () => {
    const { show } = await makeWebhook()
    receiver.status = 503
    const persons = Array.from({ length: 20 }, () => randomUUID())
    for (let number = 0; number < 10; number += 1) {
      for (const personId of persons) await record(personId, { number })
      if (number % 3 === 0) await deliver()
      club.clock.advance(6 * minuteMs)
    }
    expect(receiver.received).toEqual([])
    // While it is down, only a few are tried each minute.
    expect(receiver.calls.length).toBeLessThan(60)
    expect(await show()).toMatchObject({ waiting: 200, failingSince: expect.any(String) })
    receiver.status = 200
    club.clock.advance(30 * minuteMs)
    for (let turn = 0; turn < 3; turn += 1) await deliver()
    expect(await show()).toMatchObject({ waiting: 0, failed: 0, failingSince: null })
    expect(receiver.received).toHaveLength(200)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(200)
    for (const personId of persons) {
      const theirs = receiver.received.filter(({ data }) => data['personId'] === personId)
      expect(theirs.map(({ data }) => data['number'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    }
  })

  it('holds up only the person whose event it refuses [PROG-3]', async () => {
    const { deliveries } = await makeWebhook()
    const [one, other] = [randomUUID(), randomUUID()]
    receiver.status = 422
    await record(one, { number: 1 })
    await deliver()
    receiver.status = 200
    await record(one, { number: 2 })
    await record(other, { number: 3 })
    // Their first event waits a minute for its next attempt.
    await club.services.db
      .update(webhookDeliveries)
      .set({ nextAttemptAt: new Date(club.clock.now().getTime() + minuteMs) })
      .where(eq(webhookDeliveries.responseStatus, 422))
    await recur(club, 'deliver-webhooks')
    await expect.poll(() => receiver.received[0]?.data).toEqual({ personId: other, number: 3 })
    await quiet(club)
    await deliver()
    expect(receiver.received.map(({ data }) => data['number'])).toEqual([3, 1, 2])
    expect(await deliveries()).toMatchObject([
      { attempts: 1, state: 'delivered' },
      { attempts: 1, state: 'delivered' },
      { attempts: 2, state: 'delivered', responseStatus: 200, problem: null },
    ])
  })

  it('is switched off after five days, and the admins are emailed [PROG-4]', async () => {
    const { params } = await makeWebhook()
    receiver.status = 500
    await record(randomUUID())
    for (let day = 0; day <= 5; day += 1) {
      await deliver()
      club.clock.advance(dayMs)
    }
    const later = await signedInAdmin()
    const found = (await later.call(api.webhooks.list)).body.webhooks
    expect(found).toMatchObject([{ id: params.id, state: 'disabled', waiting: 1 }])
    const emails = (await allEmailsTo(club, club.people.admin.email)).filter((text) =>
      text.includes('switched off'),
    )
    expect(emails).toHaveLength(1)
    expect(emails[0]).toContain('The response was 500.')
    const acts = await club.services.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'webhook_switched_off'))
    expect(acts.at(-1)).toMatchObject({ actorId: null, subject: new URL(receiver.url).host })
    const { host } = new URL(receiver.url)
    const health = async () =>
      (await later.call(api.health.show)).body.checks.find(({ name }) => name === 'receivers')
    expect(await health()).toMatchObject({ isWell: false, words: expect.stringContaining(host) })
    // As `npm run doctor` does beside the site.
    const { services } = club
    expect(await checkInstallation(services)).toContainEqual(await health())
    receiver.status = 200
    await later.call(api.webhooks.setState, { params, body: { isOn: true } })
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect(await health()).toMatchObject({ isWell: true })
  })

  it('is switched off at once when it says that it is gone [PROG-4]', async () => {
    const { show } = await makeWebhook()
    receiver.status = 410
    await record(randomUUID())
    await deliver()
    expect(await show()).toMatchObject({ state: 'disabled' })
  })
})

describe('the list of deliveries', () => {
  it('shows outcomes, replays with the same id, and forgets after 30 days [PROG-3]', async () => {
    const { admin, params, deliveries } = await makeWebhook()
    for (let number = 0; number < 22; number += 1) await record(randomUUID(), { number })
    await deliver()
    const query = {}
    const first = (await admin.call(api.webhooks.deliveries, { params, query })).body
    const before = first.deliveries.at(-1)!.id
    const rest = (await admin.call(api.webhooks.deliveries, { params, query: { before } })).body
    expect([first.deliveries.length, first.hasMore, rest.deliveries.length, rest.hasMore]).toEqual([
      20,
      true,
      2,
      false,
    ])
    const [latest] = first.deliveries
    expect(latest).toMatchObject({ type: 'comment.created', attempts: 1, responseStatus: 204 })
    expect((await admin.call(api.webhooks.replay, { params: { id: latest!.id } })).status).toBe(204)
    await deliver()
    expect(receiver.received.map(({ id }) => id).filter((id) => id === latest!.eventId)).toHaveLength(2)
    expect((await deliveries())[0]).toMatchObject({ attempts: 2, state: 'delivered' })
    expect((await admin.call(api.webhooks.replay, { params: { id: randomUUID() } })).status).toBe(404)
    club.clock.advance(31 * dayMs)
    await recur(club, 'delete-webhook-deliveries')
    expect(await club.services.db.select().from(webhookDeliveries)).toEqual([])
  })

  it('contains tests, which are sent once and say what went wrong [PROG-2]', async () => {
    const { admin, params, show } = await makeWebhook()
    const test = async () => (await admin.call(api.webhooks.sendTest, { params })).body
    expect(await test()).toMatchObject({ type: 'test', state: 'delivered', responseStatus: 204 })
    receiver.status = 302
    expect(await test()).toMatchObject({ state: 'failed', problem: 'The response was 302.' })
    await receiver.close()
    expect(await test()).toMatchObject({
      state: 'failed',
      responseStatus: null,
      problem: expect.stringContaining('ECONNREFUSED'),
    })
    receiver = await webhookReceiver()
    await deliver()
    expect([receiver.calls.length, (await show()).failed]).toEqual([0, 2])
  })
})

describe('the address of a webhook', () => {
  it('is never on this machine, in a private network, or a server of the settings [PROG-5]', async () => {
    const admin = await signedInAdmin()
    const addresses = [
      'not an address',
      'http://hooks.example/',
      'ftp://hooks.example/',
      'https://hooks.example:8443/',
      'https://name:secret@hooks.example/',
      'https://127.0.0.1/',
      'https://localhost/',
      'http://localhost:3000/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[fd00::1]/',
      'https://8.8.8.8/',
      'https://intranet/',
      'https://printer.local/',
      'https://app.localhost/',
      'https://metadata.google.internal/',
      'https://localhost./',
    ]
    for (const url of addresses) {
      const body = { url, events: ['post.published'], includesEmail: false }
      const answer = await admin.call(api.webhooks.create, { body })
      expect([url, answer.status, answer.body]).toEqual([
        url,
        400,
        expect.objectContaining({
          fields: { url: expect.stringContaining('https address of a public server') },
        }),
      ])
    }
    expect(await club.services.db.select().from(webhookEndpoints)).toEqual([])
    const { config } = club.services
    expect(isWebhookUrl('https://hooks.example/a?b=c', config)).toBe(true)
    const settings = { ...config, mail: { ...config.mail, smtpUrl: 'smtp://mail.club.example' } }
    expect(isWebhookUrl('https://mail.club.example/', settings)).toBe(false)
  })

  it('needs a fresh proof of identity to be set, changed or signed anew [PROG-5]', async () => {
    const { admin, params } = await makeWebhook()
    const body = { url: receiver.url, events: ['post.published'], includesEmail: false }
    club.clock.advance(11 * minuteMs)
    const answers = [
      await admin.call(api.webhooks.create, { body }),
      await admin.call(api.webhooks.change, { params, body }),
      await admin.call(api.webhooks.rotateSecret, { params }),
    ]
    expect(answers.map((answer) => Object(answer.body).code)).toEqual(Array(3).fill('confirmation_required'))
    const acts = await club.services.db.select().from(auditEntries).orderBy(auditEntries.id)
    expect(acts.at(-1)).toMatchObject({ action: 'webhook_created', subject: new URL(receiver.url).host })
  })
})

it('gives and takes a Discord role by the example receiver of the documentation [PROG-2]', async () => {
  const { member } = club.people
  const discord = await webhookReceiver()
  const { id, secret } = await makeWebhook({ includesEmail: true })
  const program = fileURLToPath(new URL('../../../../docs/discord-role/receiver.ts', import.meta.url))
  const example = spawn(process.execPath, [program], {
    env: {
      WEBHOOK_SECRET: secret,
      BOT_TOKEN: 'a-token',
      GUILD_ID: '1',
      ROLE_ID: '2',
      DISCORD_IDS: JSON.stringify({ [member.email]: '3' }),
      DISCORD_URL: discord.url,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(example.stdout, 'data')
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(String(line))?.[1]}/`
  await club.services.db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, id))
  try {
    const happened = (type: WebhookEvent) =>
      recordWebhook(club.services.db, type, { personId: member.id, data: {}, happenedAt: club.clock.now() })
    await happened('member.joined')
    await happened('comment.created')
    await happened('member.left')
    await deliver()
    expect(discord.calls).toEqual([
      'PUT /hook/guilds/1/members/3/roles/2',
      'DELETE /hook/guilds/1/members/3/roles/2',
    ])
    const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': '1' } })
    expect(forged.status).toBe(401)
  } finally {
    example.kill()
    await discord.close()
  }
})

it('lets a script call the API with the client of the contract [PROG-6]', async () => {
  const admin = await signedInAdmin()
  const body = { name: 'A script', rights: ['members:read'], expiresAt: null }
  const { secret: key } = (await admin.call(api.apiKeys.create, { body })).body
  const call = connect({ url: `${club.url}/`, key, fetch })
  const found = await call(api.admin.users, { query: { limit: 5, search: club.people.member.email } })
  expect('users' in found && found.users.map(({ id }) => id)).toEqual([club.people.member.id])
  expect((await call(api.admin.user, { params: { id: club.people.member.id } })).email).toBe(
    club.people.member.email,
  )
  await expect(call(api.ledger.payments, { query: {} })).rejects.toMatchObject({
    status: 403,
    code: 'missing_right',
    message: expect.stringContaining('money:read'),
  })
  await expect(call(api.posts.list, { query: {} })).rejects.toBeInstanceOf(ClientError)
  await expect(call(api.apiKeys.list)).rejects.toThrow('GET /api/admin/api-keys is not open to API keys.')
})
