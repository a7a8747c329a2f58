import { api } from '@touchline/contract/api.ts'
import { asc } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { recur } from '#testing/recur.ts'
import { report } from '#testing/test-report.ts'
import { smtpForTests, type TestSmtp } from '#testing/smtp-for-tests.ts'
import { composeEmail } from './email.ts'
import { emails } from './schema.ts'
import { type OutboxServices, sendEmail, sendUrgent } from './outbox.ts'

const minuteMs = 60_000

let smtp: TestSmtp
let club: Club
beforeEach(async () => {
  smtp = await smtpForTests()
  club = await openClub({ SMTP_URL: smtp.url })
})
afterEach(async () => {
  await club.close()
  await smtp.close()
})

const ann = { email: 'ann@club.example', firstName: 'Ann' }

const send = (to = ann.email) =>
  club.services.db.transaction((tx) =>
    club.services.mail.enqueue(tx, composeEmail({ ...ann, email: to }, 'Season', ['the season begins.'])),
  )

/** All emails of the outbox, once nothing is being sent. */
async function outbox() {
  await club.services.jobs.settled()
  return club.services.db.select().from(emails).orderBy(asc(emails.writtenAt), asc(emails.id))
}

const later = async (ms: number) => {
  club.clock.advance(ms)
  await recur(club, 'send-waiting-letters')
}

const headerOf = (name: string, text: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(text)?.[1]?.trim()

it('sends an email as text and HTML, and deletes its text [R-11]', async () => {
  await send()
  const [sent] = await outbox()
  expect(sent).toMatchObject({ state: 'sent', attempts: 1, text: null, problem: null })
  expect(smtp.received).toHaveLength(1)
  const [received] = smtp.received
  expect(headerOf('Message-ID', received!)).toBe(`<${sent!.id}@${new URL(club.url).hostname}>`)
  expect(received).toContain('Content-Type: text/plain')
  expect(received).toContain('Content-Type: text/html')
  expect(received).not.toContain('List-Unsubscribe')
})

it('retries with growing delays while the mail server is down [R-11]', async () => {
  const startedAt = performance.now()
  const port = Number(new URL(smtp.url).port)
  await smtp.close()
  await send()
  const pauses = []
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const [waiting] = await outbox()
    expect(waiting).toMatchObject({ attempts: attempt, problem: expect.stringContaining('ECONNREFUSED') })
    const pause = waiting!.nextTryAt.getTime() - club.clock.now().getTime()
    pauses.push(Math.round(pause / minuteMs))
    if (attempt === 7) break
    await later(pause)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 240, 720, 1440])
  smtp = await smtpForTests(port)
  await later(1440 * minuteMs)
  expect((await outbox())[0]).toMatchObject({ state: 'sent', attempts: 8 })
  expect(smtp.received).toHaveLength(1)
  report(
    'R-11',
    `no mail server for ${pauses.reduce((sum, pause) => sum + pause, 0) / 60} hours, tried again after ${pauses.join(', ')} minutes: 1 email written, 1 sent`,
    { startedAt },
  )
})

it('gives up an email after a week of attempts [R-11]', async () => {
  smtp.answerTo = () => ({ code: 451, words: 'Busy' })
  await send()
  for (let attempt = 1; attempt < 8; attempt += 1) {
    expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: attempt })
    await later(1441 * minuteMs)
  }
  expect((await outbox())[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('451') })
  await later(1441 * minuteMs)
  expect((await outbox())[0]).toMatchObject({ state: 'failed', attempts: 8 })
})

it('retries temporary rejections, never permanent ones [R-11]', async () => {
  smtp.answerTo = (address) =>
    address.startsWith('full')
      ? { code: 452, words: 'Mailbox full' }
      : { code: 550, words: 'No such mailbox' }
  await send('full@club.example')
  await send('gone@club.example')
  expect(await outbox()).toMatchObject([
    { to: 'full@club.example', state: 'waiting', attempts: 1, problem: expect.stringContaining('452') },
    { to: 'gone@club.example', state: 'failed', attempts: 1, problem: expect.stringContaining('550') },
  ])
  smtp.answerTo = () => 'take'
  await later(minuteMs)
  expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'failed'])
})

it('is not blocked by a silent server or a single stuck email [R-11]', async () => {
  smtp.greets = false
  await send()
  expect((await outbox())[0]).toMatchObject({
    state: 'waiting',
    problem: expect.stringMatching(/timeout|greeting/i),
  })
  smtp.greets = true
  smtp.answerTo = (address) => (address.startsWith('slow') ? 'say nothing' : 'take')
  await send('slow@club.example')
  await send('bob@club.example')
  await later(minuteMs)
  expect((await outbox()).map(({ to, state }) => [to, state])).toEqual([
    ['ann@club.example', 'sent'],
    ['slow@club.example', 'waiting'],
    ['bob@club.example', 'sent'],
  ])
})

it('resends an unconfirmed email under the same Message-ID [R-11]', async () => {
  smtp.answerTo = () => 'say nothing'
  await send()
  expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
  smtp.answerTo = () => 'take'
  await later(minuteMs)
  await later(minuteMs)
  expect((await outbox())[0]).toMatchObject({ state: 'sent' })
  expect(smtp.received).toHaveLength(2)
  expect(new Set(smtp.received.map((text) => headerOf('Message-ID', text))).size).toBe(1)
})

it('never sends an email from two processes at once [R-11]', async () => {
  const { admin } = club.people
  await club.services.db.insert(emails).values({
    id: uuid(),
    to: ann.email,
    subject: 'Season',
    text: 'x',
    nextTryAt: club.clock.now(),
    writtenAt: club.clock.now(),
  })
  const [row] = await outbox()
  const sent: string[] = []
  const finish = Promise.withResolvers<void>()
  const slow: OutboxServices = {
    ...club.services,
    async post({ id }) {
      sent.push(id)
      await finish.promise
    },
  }
  const first = sendEmail(slow, row!.id)
  await expect.poll(() => sent.length).toBe(1)
  club.clock.advance(9 * minuteMs)
  await sendUrgent(slow)
  expect((await admin.call(api.emails.tryAgain, { params: { id: row!.id } })).status).toBe(404)
  expect(sent).toHaveLength(1)

  // An attempt whose claim expired does not overwrite the later one.
  club.clock.advance(2 * minuteMs)
  expect(await sendEmail({ ...slow, post: () => Promise.reject(new Error('away')) }, row!.id)).toBe(
    'unreachable',
  )
  finish.resolve()
  await first
  expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: 2, problem: 'away' })
})

it('shows admins failed emails with the reason, and retries them [R-11]', async () => {
  const { admin, member } = club.people
  smtp.answerTo = () => ({ code: 550, words: 'No such mailbox' })
  await send(member.email)
  const [failed] = await outbox()
  const shown = (await admin.call(api.emails.show)).body
  expect(shown).toMatchObject({ hasServer: true, waiting: 0, failed: 1, sent: 0, lateLetters: [] })
  expect(shown.failedLetters).toEqual([
    {
      id: failed!.id,
      to: member.email,
      subject: 'Season',
      attempts: 1,
      problem: expect.stringContaining('550 No such mailbox'),
      writtenAt: failed!.writtenAt.toISOString(),
      nextTryAt: failed!.nextTryAt.toISOString(),
    },
  ])
  smtp.answerTo = () => 'take'
  const again = () => admin.call(api.emails.tryAgain, { params: { id: failed!.id } })
  expect((await again()).status).toBe(204)
  expect((await outbox())[0]).toMatchObject({ state: 'sent' })
  expect((await admin.call(api.emails.show)).body).toMatchObject({ failed: 0, sent: 1, failedLetters: [] })
  expect(await again()).toMatchObject({ status: 404, message: 'Email not found' })
  expect(await admin.call(api.emails.tryAgain, { params: { id: 'x' } })).toMatchObject({ status: 404 })
  const acts = await club.services.db.select().from(auditEntries)
  expect(acts).toMatchObject([
    { actorId: admin.id, action: 'letter_tried_again', personId: member.id, subject: failed!.id },
  ])
})

it('deletes sent emails after a week and failed ones after a month', async () => {
  smtp.answerTo = (address) => (address.startsWith('gone') ? { code: 550, words: 'No' } : 'take')
  await send()
  await send('gone@club.example')
  await outbox()
  club.clock.advance(8 * 24 * 60 * minuteMs)
  await recur(club, 'forget-letters')
  expect(await outbox()).toMatchObject([{ to: 'gone@club.example' }])
  club.clock.advance(23 * 24 * 60 * minuteMs)
  await recur(club, 'forget-letters')
  expect(await outbox()).toEqual([])
})
