import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { recur } from '#testing/recur.ts'
import { smtpForTests, type TestSmtp } from '#testing/smtp-for-tests.ts'
import { loadPlainBrand } from './brand.ts'
import { openMailTransport } from './transport.ts'
import { emails } from './schema.ts'
import { sendEmail } from './outbox.ts'

const minuteMs = 60_000

let smtp: TestSmtp
let club: Club
const open = async (env: Record<string, string> = {}) => {
  smtp = await smtpForTests()
  club = await openClub({ SMTP_URL: smtp.url, ...env })
}
afterEach(async () => {
  await club.close()
  await smtp.close()
})

const write = (to: string, declineUrl?: string) =>
  club.services.db.transaction((tx) =>
    club.services.mail.enqueue(tx, {
      to,
      subject: 'New post',
      text: 'Two watches',
      ...(declineUrl ? { declineUrl } : {}),
    }),
  )

async function writeToFans(count: number) {
  for (let fan = 0; fan < count; fan += 1)
    await write(`fan${fan}@club.example`, 'https://club.example/decline')
}

const outbox = () => club.services.db.select().from(emails).orderBy(asc(emails.writtenAt), asc(emails.id))
const statesOf = async () => Map.groupBy(await outbox(), ({ state }) => state)
const stateOfAnns = async () => (await outbox()).find(({ to }) => to === 'ann@club.example')?.state
const received = () => smtp.received.map((text) => /^Message-ID: <(.*)@[^@>]+>/m.exec(text)?.[1])

it('sends notification emails over a few connections that stay open [R-11]', async () => {
  await open({ SMTP_CONNECTIONS: '3' })
  await writeToFans(60)
  await club.services.jobs.settled()
  expect((await statesOf()).get('sent')).toHaveLength(60)
  expect(new Set(received()).size).toBe(60)
  expect(smtp.received).toHaveLength(60)
  expect(smtp.connections).toBeLessThanOrEqual(3)
})

it('keeps to the configured rate', async () => {
  await open({ SMTP_CONNECTIONS: '2', SMTP_PER_SECOND: '10' })
  const startedAt = performance.now()
  await writeToFans(35)
  await club.services.jobs.settled()
  expect(smtp.received).toHaveLength(35)
  expect(performance.now() - startedAt).toBeGreaterThan(2000)
})

it('sends a password link past stuck notifications [R-11]', async () => {
  await open()
  smtp.answerTo = (address) => (address.startsWith('fan') ? 'say nothing' : 'take')
  await writeToFans(20)
  await expect.poll(() => smtp.received.length).toBeGreaterThan(0)
  await write('ann@club.example')
  await expect.poll(stateOfAnns).toBe('sent')
  expect((await statesOf()).get('sent')).toHaveLength(1)
  smtp.answerTo = () => 'take'
})

it('loses and duplicates nothing when the mail server restarts midway [R-11]', async () => {
  await open()
  const taken = new Set<string>()
  smtp.answerTo = (address) => {
    if (taken.size < 10) taken.add(address)
    return taken.has(address) ? 'take' : { code: 421, words: 'Shutting down' }
  }
  await writeToFans(40)
  await club.services.jobs.settled()
  const port = Number(new URL(smtp.url).port)
  const before = received()
  expect(before).toHaveLength(10)
  await smtp.close()
  smtp = await smtpForTests(port)
  for (let minute = 0; minute < 3; minute += 1) {
    club.clock.advance(6 * minuteMs)
    await recur(club, 'send-waiting-letters')
    await club.services.jobs.settled()
  }
  expect((await statesOf()).get('sent')).toHaveLength(40)
  expect([...before, ...received()].toSorted(compare)).toEqual(
    (await outbox()).map(({ id }) => id).toSorted(compare),
  )
})

const compare = (one = '', other = '') => one.localeCompare(other)

it('sends no email twice when the database fails right after sending [R-11]', async () => {
  await open()
  await writeToFans(1)
  await club.services.jobs.settled()
  const [row] = await outbox()
  await club.services.db
    .update(emails)
    .set({ state: 'waiting', sentAt: null, text: 'Two watches', nextTryAt: club.clock.now() })
    .where(eq(emails.id, row!.id))
  const { post, close } = openMailTransport(
    { ...club.services.config.mail, siteUrl: () => club.url, loadBrand: loadPlainBrand },
    () => Promise.reject(new Error('a mail server is configured')),
  )
  const { db } = club.services
  const sendThenLose = async (message: Parameters<typeof post>[0]) => {
    await post(message)
    await db.execute(sql`alter table letters rename to letters_away`)
    setTimeout(async () => {
      await db.execute(sql`alter table letters_away rename to letters`)
    }, 300)
  }
  expect(await sendEmail({ ...club.services, post: sendThenLose }, row!.id)).toBe('sent')
  close()
  club.clock.advance(20 * minuteMs)
  await recur(club, 'send-waiting-letters')
  await club.services.jobs.settled()
  expect(smtp.received).toHaveLength(2)
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }])
})
