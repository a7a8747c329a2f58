import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@touchline/contract/api.ts'
import { checkNames } from '@touchline/contract/health.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordBackup } from '#backups/last-backup.ts'
import { webhookEvents } from '#payments/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { recur } from '#testing/recur.ts'
import { smtpForTests } from '#testing/smtp-for-tests.ts'
import { report } from '#testing/test-report.ts'
import { quiet } from '#testing/wait-until-settled.ts'

/** How long after its limit a failing check must be reported. */
const signalMs = 10_000
const minuteMs = 60_000

let club: Club
let port: number
beforeAll(async () => {
  const smtp = await smtpForTests()
  port = Number(new URL(smtp.url).port)
  // Media in a folder on every engine: it is moved away below. A bucket that hangs has a test of its own.
  club = await openClub({ METRICS_PORT: '0', SMTP_URL: smtp.url, S3_BUCKET: '' })
  // Away from the start: whatever is written waits.
  await smtp.close()
})
afterAll(() => club.close())

const startedAt = performance.now()
const reported: string[] = []

const named = (checks: { name: string; isWell: boolean }[]) =>
  checks.flatMap(({ name, isWell }) => (isWell ? [] : name)).toSorted()

/** The failing checks according to /readyz, Prometheus and the admin page. */
async function signals(): Promise<string[][]> {
  const ready = await club.visitor().fetch('/readyz')
  const { fields = {} }: { fields?: object } = JSON.parse(await ready.text())
  if ((ready.status === 503) !== Object.keys(fields).length > 0)
    throw new Error(`${ready.status} for nothing`)
  const figures = await (await fetch(club.metricsUrl!)).text()
  const wells = checkNames.map((name) => ({
    name,
    isWell: figures.includes(`touchline_check_well{check="${name}"} 1`),
  }))
  const { body } = await club.people.admin.call(api.health.show)
  return [Object.keys(fields).toSorted(), named(wells), named(body.checks)]
}
const all = (names: string[]) => [names, names, names]
const isWell = () => expect.poll(signals).toEqual(all([]))

/** Expects that all three report a fault until it is repaired. */
async function isReportedUntil(name: string, repair: () => unknown): Promise<boolean> {
  await expect.poll(signals).toEqual(all([name]))
  await repair()
  await isWell()
  return reported.push(name) > 0
}

const run = (statement: ReturnType<typeof sql>) => club.services.db.execute(statement)

const tried = async () =>
  (await run(sql`select id from letters where state = 'waiting' and problem is not null`)).rows.length

it('reports a full disk until there is space again [R-26]', async () => {
  await isWell()
  const { storage } = club.services.config
  const { floorBytes } = storage
  storage.floorBytes = Number.MAX_SAFE_INTEGER
  expect(await isReportedUntil('disk', () => (storage.floorBytes = floorBytes))).toBe(true)
})

it('reports unavailable media storage until it is back [R-25, R-26]', async () => {
  const files = join(club.services.config.dataDir, 'media', 'files')
  await rename(files, `${files}-elsewhere`)
  expect(await isReportedUntil('storage', () => rename(`${files}-elsewhere`, files))).toBe(true)
})

it('reports a clock more than five minutes off until it is right [R-17, R-26]', async () => {
  const { clockWatch } = club.services
  clockWatch.observe(Date.now() + 4 * minuteMs)
  await isWell()
  clockWatch.observe(Date.now() + 5 * minuteMs + signalMs)
  expect(await isReportedUntil('clock', () => clockWatch.observe(Date.now()))).toBe(true)
})

it('reports an unsent email after 15 minutes until it is sent [R-11, R-26]', async () => {
  const { status } = await club.visitor().call(api.support.contact, {
    body: { name: 'Nel', email: 'nel@club.example', message: 'Is anybody there?' },
  })
  expect(status).toBe(202)
  await expect.poll(tried).toBe(1)
  club.clock.advance(14 * minuteMs)
  await isWell()
  club.clock.advance(minuteMs + signalMs)
  let back: Awaited<ReturnType<typeof smtpForTests>> | null = null
  const mend = async () => {
    back = await smtpForTests(port)
    await recur(club, 'send-waiting-letters')
  }
  expect(await isReportedUntil('mail', mend)).toBe(true)
  await back!.close()
})

it('reports an unhandled webhook event after five minutes until it is handled [R-10, R-26]', async () => {
  const now = club.clock.now()
  // Kept by a process that was killed before it could be worked on.
  await club.services.db.insert(webhookEvents).values({
    id: 'evt_left',
    type: 'product.updated',
    state: 'received',
    payload: { id: 'prod_left' },
    sentAt: now,
    receivedAt: now,
  })
  club.clock.advance(4 * minuteMs)
  await isWell()
  club.clock.advance(minuteMs + signalMs)
  const mend = () => {
    // What is left over for an hour is taken up.
    club.clock.advance(60 * minuteMs)
    return recur(club, 'webhook-leftovers')
  }
  expect(await isReportedUntil('webhooks', mend)).toBe(true)
})

it('reports a waiting job after five minutes until it is gone [R-26]', async () => {
  const wait = (ms: number) =>
    run(sql`update jobs.job set start_after = now() - ${ms / 1000} * interval '1 second'
    where name = 'unhandled-work'`)
  await run(sql`select jobs.create_queue('unhandled-work', '{"policy": "standard"}'::jsonb)`)
  await run(sql`insert into jobs.job (name) values ('unhandled-work')`)
  await wait(4 * minuteMs)
  await isWell()
  await wait(5 * minuteMs + signalMs)
  expect(
    await isReportedUntil('jobs', () => run(sql`delete from jobs.job where name = 'unhandled-work'`)),
  ).toBe(true)
})

it('reports the age of the last backup in metrics and to admins [R-15, R-26]', async () => {
  const made = { at: '2026-01-02T02:17:00.000Z', isWhole: true }
  const seen = async () => {
    const figures = await (await fetch(club.metricsUrl!)).text()
    const { body } = await club.people.admin.call(api.health.show)
    return [/^touchline_backup_made_timestamp_seconds (\d+)/m.exec(figures)?.[1], body.backup?.made]
  }
  expect(await seen()).toEqual([undefined, null])
  await recordBackup(club.services.config.dataDir, { made })
  expect(await seen()).toEqual([String(Date.parse(made.at) / 1000), made])
  await quiet(club)
  report(
    'R-26',
    `${reported.join(', ')}: each reported by /readyz, the metrics and the admins’ page ${signalMs / 1000} s after its limit and not a minute before it, and no longer when it was over`,
    { startedAt },
  )
})
