import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { people } from '#features/people/schema.ts'
import { publishSettings } from '#testing/publish-settings.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import { contactMessages } from './schema.ts'
import { sendSupportMessage } from './routes.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
  await publishSettings(club.services, { supportEmail: 'support@club.example' })
})
afterAll(() => club.close())

const emails = async () => {
  const folder = join(club.services.config.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const whole = names.filter((name) => name.endsWith('.eml'))
  return Promise.all(whole.map((name) => readFile(join(folder, name), 'utf8')))
}

it('keeps a contact message and mails it to support, without letting it write headers [LAND-8]', async () => {
  const message = {
    name: 'Ann',
    email: 'Ann@Club.example',
    message: 'Where is the 3 pm?',
  }
  const named = (name: string) => club.visitor().call(api.support.contact, { body: { ...message, name } })
  expect((await named('Ann\r\nBcc: everyone@club.example')).status).toBe(400)
  expect((await named('Your invoice: http://evil.example/pay')).status).toBe(400)
  const answer = await club.visitor().call(api.support.contact, { body: message })
  expect(answer.status).toBe(202)
  const [kept] = await club.services.db.select().from(contactMessages)
  expect(kept).toMatchObject({ email: 'ann@club.example', message: message.message })
  const [sent] = await vi.waitFor(async () => {
    const all = await emails()
    expect(all).toHaveLength(1)
    return all
  }, 120_000)
  const head = sent!.split('\n\n')[0]!
  expect(head).toMatch(/^To: support@/m)
  expect(head).toMatch(/^Reply-To: ann@club\.example/m)
  expect(head).toMatch(/^Subject: Message from the contact form$/m)
  expect(head).not.toMatch(/^Bcc:/m)
})

it('says what is missing in a message', async () => {
  const answer = await club
    .visitor()
    .call(api.support.contact, { body: { name: ' ', email: 'x', message: '' } })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    fields: { name: 'Please enter your name.', email: 'Email is invalid' },
  })
})

const write = (email: string, message: string, name = 'Ann') =>
  sendSupportMessage(club.services, { name, email, message }, 'support@club.example')
const listed = async (query: {
  state?: 'open' | 'closed'
  search?: string
  after?: string
  limit?: number
}) => (await club.people.admin.call(api.support.messages, { query })).body
const found = async (search: string) => (await listed({ search })).messages[0]!

it('lists what is open for admins alone, the oldest first, and finds it by name, address and words [LAND-8]', async () => {
  const { admin, creator, member } = club.people
  for (const text of ['First of three', 'Second of three', 'Third of three'])
    await write('list@club.example', text, 'Lister')
  const first = await listed({ search: 'of three', limit: 2 })
  expect(first.messages.map(({ message }) => message)).toEqual(['First of three', 'Second of three'])
  expect(first.hasMore).toBe(true)
  const second = await listed({ search: 'of three', limit: 2, after: first.messages[1]!.id })
  expect(second).toMatchObject({ messages: [{ message: 'Third of three' }], hasMore: false })
  for (const search of ['lister', 'list@club', 'SECOND OF'])
    expect((await listed({ search })).messages.length).toBeGreaterThan(0)
  expect((await listed({ search: '100%_' })).messages).toEqual([])
  const nowhere = await admin.call(api.support.messages, { query: { after: 'x' } })
  expect(nowhere.status).toBe(404)
  const { id } = first.messages[0]!
  for (const person of [creator, member])
    expect((await person.call(api.support.show, { params: { id } })).status).toBe(403)
  expect((await admin.call(api.support.show, { params: { id: 'x' } })).status).toBe(404)
})

it('emails one answer to the sender, closes the message and records it [LAND-9, T-IN-11]', async () => {
  const { admin, member } = club.people
  await write(member.email, 'An earlier one')
  await write(member.email, 'Where is the video?\nI paid.', 'Mina\r\nBcc: thief@evil.example')
  const { id } = await found('Where is the video')
  const before = await admin.call(api.support.show, { params: { id } })
  expect(before.body).toMatchObject({
    member: { id: member.id },
    answers: [],
    others: [{ message: 'An earlier one' }],
  })
  const clientId = randomUUID()
  const answer = () =>
    admin.call(api.support.answer, {
      params: { id },
      body: { text: 'Here:\r\nBcc: x@evil.example', clientId },
    })
  const answers = await Promise.all([answer(), answer()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const after = await admin.call(api.support.show, { params: { id } })
  expect(after.body).toMatchObject({ isOpen: false, answersCount: 1, answers: [{ by: { id: admin.id } }] })

  const mailed = (await allEmailsTo(club, member.email)).filter((text) =>
    text.includes(`\nTo: ${member.email}`),
  )
  expect(mailed).toHaveLength(1)
  const [head = '', ...rest] = mailed[0]!.split('\n\n')
  expect(head).toMatch(/^Subject: Your message to Touchline$/m)
  expect(head).toMatch(/^Reply-To: support@/m)
  expect(head).not.toMatch(/^Bcc:/m)
  expect(rest.join('\n\n')).toContain('> Where is the video?\n> I paid.')
  const own = await member.call(api.support.mine)
  expect(own.body.messages).toMatchObject([
    { id, isOpen: false, answers: [{ text: expect.stringContaining('Here:') }] },
    { message: 'An earlier one', answers: [] },
  ])
  expect(JSON.stringify(own.body)).not.toContain(admin.id)
  const acts = await club.services.db.select().from(auditEntries).where(eq(auditEntries.subject, id))
  expect(acts).toMatchObject([{ action: 'support_answered', actorId: admin.id, personId: member.id }])

  for (const text of ['', ' ', 'x'.repeat(5001)])
    expect((await admin.call(api.support.answer, { params: { id }, body: { text, clientId } })).status).toBe(
      400,
    )
  const wordless = { text: 'Hello', clientId: 'x' }
  expect((await admin.call(api.support.answer, { params: { id }, body: wordless })).status).toBe(400)
})

it('takes no other answer, nor one to another message, for one it has mailed', async () => {
  const { admin } = club.people
  await write('one@club.example', 'The first question')
  await write('two@club.example', 'The second question')
  const [one, two] = [await found('The first question'), await found('The second question')]
  const clientId = randomUUID()
  const answer = (id: string, text: string) =>
    admin.call(api.support.answer, { params: { id }, body: { text, clientId } })
  expect((await answer(one.id, 'At three.')).status).toBe(200)
  for (const other of [await answer(one.id, 'At four.'), await answer(two.id, 'At three.')])
    expect(other).toMatchObject({
      status: 409,
      message: 'Another answer was sent from this page already. Please load it again.',
    })
  expect((await found('The second question')).isOpen).toBe(true)
  expect((await answer(one.id, 'At three.')).status).toBe(200)
})

it('closes a message without an answer, and opens it again', async () => {
  const { admin } = club.people
  await write('spam@evil.example', 'Buy my boots')
  const { id } = await found('Buy my boots')
  const set = (state: string) => admin.call(api.support.setState, { params: { id }, body: { state } })
  expect((await set('closed')).body.isOpen).toBe(false)
  expect((await set('closed')).body.isOpen).toBe(false)
  expect((await listed({ search: 'Buy my boots' })).messages).toEqual([])
  expect((await listed({ search: 'Buy my boots', state: 'closed' })).messages).toHaveLength(1)
  expect((await set('open')).body.isOpen).toBe(true)
  expect((await set('lost')).status).toBe(400)
  const acts = await club.services.db.select().from(auditEntries).where(eq(auditEntries.subject, id))
  expect(acts.map(({ action }) => action)).toEqual(['support_closed', 'support_reopened'])
})

it('takes five messages in a quarter of an hour from one address, and says when there are too many [LAND-9]', async () => {
  const strict = await openClub()
  try {
    const body = { name: 'Ann', email: 'ann@club.example', message: 'Again' }
    const send = () => strict.visitor().call(api.support.contact, { body })
    for (let count = 0; count < 5; count += 1) expect((await send()).status).toBe(202)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(await strict.services.db.select().from(contactMessages)).toHaveLength(5)
  } finally {
    await strict.close()
  }
})

it('takes messages from the owner of an address whatever others send with it [LAND-9]', async () => {
  const shared = await openClub({ TRUSTED_PROXIES: 'loopback' })
  try {
    const body = { name: 'Ann', email: 'ann@club.example', message: 'I cannot sign in' }
    const send = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      return (await shared.visitor().call(api.support.contact, { body, headers })).status
    }
    const strangers: number[] = []
    for (let count = 0; count < 6; count += 1) strangers.push(await send('203.0.113.9'))
    expect([strangers.at(-1), await send('198.51.100.4')]).toEqual([429, 202])
  } finally {
    await shared.close()
  }
})

it('keeps a message while the mail server is down [LAND-9]', async () => {
  // No server listens on this port.
  const down = await openClub({ SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    const body = { name: 'Ann', email: 'ann@club.example', message: 'Is anybody there?' }
    expect((await down.visitor().call(api.support.contact, { body })).status).toBe(202)
    const { body: open } = await down.people.admin.call(api.support.messages, {})
    expect(open.messages).toMatchObject([{ message: 'Is anybody there?', isOpen: true }])
    const tried = () =>
      down.services.db.execute(
        sql`select 1 from letters where state = 'waiting' and attempts > 0 and problem is not null and reply_to = ${body.email}`,
      )
    await expect.poll(async () => (await tried()).rows.length).toBe(1)
  } finally {
    await down.close()
  }
})

it('shows people only the messages from their own, confirmed address [LAND-9]', async () => {
  const { otherMember, pastDue } = club.people
  await write(otherMember.email, 'Mine alone')
  const own = async (person: typeof otherMember) => person.call(api.support.mine)
  expect((await own(otherMember)).body.messages).toMatchObject([{ message: 'Mine alone', answers: [] }])
  expect((await own(pastDue)).body.messages).toEqual([])
  expect((await club.visitor().call(api.support.mine)).status).toBe(401)
  await club.services.db.update(people).set({ emailProvenAt: null }).where(eq(people.id, otherMember.id))
  expect((await own(otherMember)).status).toBe(403)
})
