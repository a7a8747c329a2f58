import { api } from '@touchline/contract/api.ts'
import { checkNames, type HealthCheck } from '@touchline/contract/health.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordBackup } from '#backups/last-backup.ts'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { readConfig } from '#config/config.ts'
import { people } from '#features/people/schema.ts'
import { openMediaPrograms } from '#media/media-programs.ts'
import { providerSetUpAlert } from '#payments/check-provider.ts'
import { webhookEvents } from '#payments/schema.ts'
import { createPerson } from '#features/people/create-person.ts'
import { findEndedVersions } from './ended-versions.ts'
import { checkHealth } from './checks.ts'
import { report } from '#testing/test-report.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { loseDatabase } from '#testing/lose-database.ts'
import { quiet } from '#testing/wait-until-settled.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** What is not well, as anybody hears it: names and words; an empty object when all is well. */
async function troubles(query = {}): Promise<Record<string, string>> {
  const response = await club.visitor().fetch(`/readyz?${new URLSearchParams(query).toString()}`)
  const body: { status?: string; fields?: Record<string, string> } = JSON.parse(await response.text())
  if (response.status === 200 && body.status === 'ok') return {}
  const isToComeBack = response.status === 503 && Number(response.headers.get('retry-after')) > 0
  return isToComeBack ? (body.fields ?? {}) : { answer: String(response.status) }
}

/** The names of what is not well. */
const inTrouble = async () => Object.keys(await troubles()).toSorted()

const run = (statement: ReturnType<typeof sql>) => club.services.db.execute(statement)

it('is ready while all is well [R-26]', async () => {
  expect((await club.visitor().call(api.health.healthz)).status).toBe(200)
  await expect.poll(inTrouble).toEqual([])
})

it('lives without its database and says that it is away, until it is back [R-26]', async () => {
  const { restoreConnections } = await loseDatabase(club.services)
  try {
    await expect.poll(inTrouble).toEqual(['database', 'jobs', 'mail', 'tables', 'webhooks'])
    expect((await troubles()).database).toBe('The database does not answer.')
    expect(Object.keys(await troubles({ only: 'serving' })).toSorted()).toEqual(['database', 'tables'])
    expect((await club.visitor().call(api.health.healthz)).status).toBe(200)
    // As many a watcher asks.
    const asked = await club.visitor().fetch('/readyz', { method: 'HEAD' })
    expect([asked.status, Number(asked.headers.get('retry-after')) > 0]).toEqual([503, true])
  } finally {
    await restoreConnections()
  }
  await expect.poll(inTrouble).toEqual([])
})

it('is not ready on the tables of another version [R-26]', async () => {
  const far = 9_999_999_999_999
  await run(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${far})`)
  await expect.poll(inTrouble).toEqual(['tables'])
  await run(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
  await expect.poll(inTrouble).toEqual([])
})

it('takes an event that was signed at another time than ours, as the provider knows it, and says that the clock is wrong [R-17, R-26]', async () => {
  const startedAt = performance.now()
  await quiet(club)
  const { stripe, webhookSecrets, sandbox } = club.services.payments
  sandbox!.control.webhooks.pause()
  await join(club)
  const [event] = (await stripe.events.list({ type: 'invoice.paid', limit: 1 })).data
  const send = async (ageSeconds: number, change: object = {}) => {
    const payload = JSON.stringify({ ...event, ...change })
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecrets[0]!,
      timestamp,
    })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const path = api.subscriptions.webhook.path
    return (await club.visitor().fetch(path, { method: 'POST', headers, body: payload })).status
  }
  const kept = async () =>
    (await club.services.db.select().from(webhookEvents)).filter(({ id }) => id === event!.id)
  await run(sql`delete from webhook_events where id = ${event!.id}`)
  expect(await send(600, { id: 'evt_unknown_there' })).toBe(400)
  expect(await kept()).toHaveLength(0)
  await expect.poll(inTrouble).toEqual([])
  expect(await send(600, { type: 'charge.refunded' })).toBe(200)
  expect((await kept()).map(({ type }) => type)).toEqual(['invoice.paid'])
  await expect.poll(inTrouble).toEqual(['clock'])
  // Sent again it says nothing more, and one that comes at its time says that all is well.
  expect(await send(0)).toBe(200)
  expect(await send(-900)).toBe(200)
  expect(await kept()).toHaveLength(1)
  await expect.poll(inTrouble).toEqual([])
  sandbox!.control.webhooks.resume()
  await quiet(club)
  report(
    'R-17',
    'an event signed ten minutes ago or a quarter of an hour ahead: fetched from the provider and saved once; the clock reported as wrong until one came in time',
    { startedAt },
  )
})

it('tells an admin how everything is [R-26]', async () => {
  await run(sql`select jobs.create_queue('lost-work', '{"policy": "standard"}'::jsonb)`)
  await run(sql`insert into jobs.job (name, state, retry_count, completed_on)
    values ('lost-work', 'failed', 20, now())`)
  const root = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { version }: { version: string } = JSON.parse(root)
  const { body } = await club.people.admin.call(api.health.show)
  expect(body.checks.map(({ name, isWell }) => [name, isWell])).toEqual(
    checkNames.map((name) => [name, true]),
  )
  expect(body.failedJobs).toMatchObject([{ queue: 'lost-work', attempts: 21 }])
  expect(body.queues).toContainEqual({ name: 'lost-work', waiting: 0, active: 0, failed: 1 })
  expect(body.versions).toMatchObject({ app: version, node: process.versions.node })
  expect(body.versions.database).toMatch(/^\d+\.\d+/)
  expect(body.disk!.freeBytes).toBeGreaterThan(0)
  expect(body.load).toMatchObject({ inFlight: 0, turnedAway: 0 })
})

it('tells an admin when the last backup was made and looked at, and that there was none [R-15, R-26]', async () => {
  const { dataDir } = club.services.config
  const shown = async () => (await club.people.admin.call(api.health.show)).body.backup
  expect(await shown()).toEqual({ made: null, verified: null })
  const made = { at: '2026-11-21T02:17:00.000Z', isWhole: false }
  await recordBackup(dataDir, { made })
  expect(await shown()).toEqual({ made, verified: null })
  const verified = { at: '2026-11-22T02:47:00.000Z', backupAt: made.at, holds: true }
  await recordBackup(dataDir, { verified })
  expect(await shown()).toEqual({ made, verified })
  await writeFile(resolve(dataDir, 'last-backup.json'), '{half')
  expect(await shown()).toBeNull()
})

it('is not ready from the moment it is asked to stop [R-14]', async () => {
  club.services.life.stop()
  const { status, message } = await club.visitor().call(api.health.readyz)
  expect([status, message]).toEqual([503, 'The site is stopping.'])
  expect((await club.visitor().call(api.health.healthz)).status).toBe(200)
})

it('reports a production site without a mail server or a backup [R-26]', async () => {
  const { services } = club
  const inProduction = (smtpUrl: string | null) => ({
    ...services,
    config: { ...services.config, isProduction: true, mail: { ...services.config.mail, smtpUrl } },
  })
  const wrong = async (smtpUrl: string | null) =>
    (await checkHealth(inProduction(smtpUrl), ['mail', 'backup'])).flatMap(({ isWell, words }) =>
      isWell ? [] : [words],
    )
  await rm(resolve(services.config.dataDir, 'last-backup.json'), { force: true })
  expect(await wrong(null)).toEqual([
    expect.stringContaining('No mail server is configured'),
    expect.stringContaining('No backup has ever been made'),
  ])
  await recordBackup(services.config.dataDir, { made: { at: '2026-01-01T00:00:00.000Z', isWhole: true } })
  expect(await wrong('smtp://127.0.0.1')).toEqual([expect.stringContaining('more than a week old')])
  await recordBackup(services.config.dataDir, { made: { at: new Date().toISOString(), isWhole: true } })
  expect(await wrong('smtp://127.0.0.1')).toEqual([])
})

const stripe = (mode: string) =>
  readConfig({
    STRIPE_SECRET_KEY: `sk_${mode}_1234567890`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_1234567890`,
    STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
    PUBLIC_URL: 'https://club.example',
  })

describe('a site with a public address', () => {
  type Settings = Partial<Club['services']['config']>
  const wrong = async (settings: Settings, names: HealthCheck['name'][]) =>
    (
      await checkHealth(
        { ...club.services, config: { ...club.services.config, isPublic: true, ...settings } },
        names,
      )
    ).flatMap(({ isWell, words }) => (isWell ? [] : [words]))

  it('reports simulated payments and payments of Stripe’s test mode', async () => {
    expect(await wrong({}, ['payments'])).toEqual([expect.stringContaining('simulated on a public address')])
    const { payments } = stripe('test')
    expect(await wrong({ payments }, ['payments'])).toEqual([expect.stringContaining('are tests')])
    expect(await wrong({ payments: stripe('live').payments }, ['payments'])).toEqual([])
  })

  it('reports a payment account that is not set up', async () => {
    const { db } = club.services
    const alert = { kind: providerSetUpAlert, subject: 'price', message: 'The price is archived.' }
    await raiseAlert(db, club.services, alert)
    const { payments } = stripe('live')
    expect(await wrong({ payments }, ['payments'])).toEqual([alert.message])
    await resolveAlert(db, club.services, { ...alert, resolution: 'Set up again.' })
    expect(await wrong({ payments }, ['payments'])).toEqual([])
  })

  it('reports the demo’s code at the gate, and demo accounts until they are blocked', async () => {
    expect(await wrong({ accessCode: 'kickoff' }, ['gate'])).toEqual([expect.stringContaining('ACCESS_CODE')])
    expect(await wrong({ accessCode: 'half-time-2026' }, ['gate'])).toEqual([])
    expect(await wrong({ accessCode: null }, ['gate'])).toEqual([])
    expect(await wrong({}, ['demo'])).toEqual([])
    const { id } = await createPerson(club.services.db, {
      email: 'admin@touchline.example',
      role: 'admin',
      createdAt: new Date(),
    })
    expect(await wrong({}, ['demo'])).toEqual([expect.stringContaining('Demo accounts exist')])
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, id))
    expect(await wrong({}, ['demo'])).toEqual([])
  })

  it('reports versions without security fixes', () => {
    const today = new Date('2026-11-26T12:00:00Z')
    expect(findEndedVersions({ 'Node.js': '24.21.0', PostgreSQL: '15.14' }, today)).toBeNull()
    expect(findEndedVersions({ 'Node.js': '20.20.2', PostgreSQL: '99.1' }, today)).toBe(
      'Node.js 20 has had no security fixes since 2026-04-30: install a newer version.',
    )
    const later = new Date('2030-12-01T12:00:00Z')
    expect(findEndedVersions({ PostgreSQL: '18.1 (Debian 18.1-1)' }, later)).toContain('PostgreSQL 18')
  })

  it('reports a missing ffmpeg in production', async () => {
    const programs = openMediaPrograms({ searchPath: '/nowhere' })
    const [check] = await checkHealth(
      { ...club.services, config: { ...club.services.config, isProduction: true }, programs },
      ['programs'],
    )
    programs.close()
    expect(check).toMatchObject({ isWell: false, words: expect.stringContaining('There is no ffmpeg') })
  })
})

it('does not say that emails are sent where they are only written to files', async () => {
  const [mail] = await checkHealth(
    {
      ...club.services,
      config: { ...club.services.config, mail: { ...club.services.config.mail, smtpUrl: null } },
    },
    ['mail'],
  )
  expect(mail).toEqual({
    name: 'mail',
    isWell: true,
    isSkipped: true,
    words: expect.stringContaining('only written to files'),
  })
})
