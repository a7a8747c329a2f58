import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '@touchline/contract/api.ts'
import { type Club, openClub } from '#testing/club.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { webhookEvents } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const type = 'charge.dispute.created'

async function leftovers() {
  const now = club.clock.now()
  const due = club.services.jobs.dueBetween(now, new Date(now.getTime() + 60 * 60 * 1000))
  for (const { run } of due) await run()
}

/** An event about a dispute the provider knows nothing of: it fails at every try, until it is given up. */
async function givenUp() {
  const { db, clock } = club.services
  await db.insert(webhookEvents).values({
    id: 'evt_dead',
    type,
    state: 'received',
    payload: {},
    sentAt: clock.now(),
    receivedAt: clock.now(),
  })
  club.clock.advance(4 * dayMs)
  await leftovers()
}

const eventNow = async () => {
  const [row] = await club.services.db.select().from(webhookEvents).where(eq(webhookEvents.id, 'evt_dead'))
  return row!
}

describe('a dead event', () => {
  it('is retried once by an admin for three days, and its alert is resolved', async () => {
    const { admin, creator } = club.people
    await givenUp()
    expect((await eventNow()).state).toBe('dead')
    const [alert] = await openAlerts(club, 'webhook-dead')
    const retry = (id: string, who = admin) => who.call(api.ledger.retryEvent, { params: { id } })
    expect((await retry(alert!.id, creator)).status).toBe(403)
    const { status, body } = await retry(alert!.id)
    expect(status).toBe(200)
    expect(body.alert).toMatchObject({ id: alert!.id, resolution: 'An admin retried the event.' })
    expect(await openAlerts(club, 'webhook-dead')).toEqual([])
    await expect.poll(async () => (await eventNow()).attempts).toBeGreaterThan(0)
    await leftovers()
    expect((await eventNow()).state).toBe('received')
    const again = await retry(alert!.id)
    expect([again.status, again.message]).toEqual([409, 'There is nothing to try again.'])

    club.clock.advance(4 * dayMs)
    await leftovers()
    const [anew] = await openAlerts(club, 'webhook-dead')
    expect(anew!.id).not.toBe(alert!.id)
  })

  it('is the only alert that can be retried', async () => {
    const { admin } = club.people
    const retry = (id: string) => admin.call(api.ledger.retryEvent, { params: { id } })
    const other = { kind: 'webhook-signature', subject: 'webhooks', message: 'An event was refused.' }
    await raiseAlert(club.services.db, club.services, other)
    const [raised] = await openAlerts(club, 'webhook-signature')
    expect((await retry(raised!.id)).status).toBe(409)
    expect((await retry('01900000-0000-7000-8000-000000000000')).status).toBe(404)
    expect(await club.services.payments.inbox.retry('evt_unknown')).toBe(false)
  })

  it('becomes dead in the same transaction as its alert', async () => {
    const { db, clock } = club.services
    const tellsNobody = sql`constraint tells_nobody check (kind <> 'webhook-dead') not valid`
    await db.execute(sql`alter table payment_alerts add ${tellsNobody}`)
    await db.insert(webhookEvents).values({
      id: 'evt_untold',
      type,
      state: 'received',
      payload: {},
      sentAt: clock.now(),
      receivedAt: clock.now(),
    })
    const stateNow = async () => {
      const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, 'evt_untold'))
      return row!.state
    }
    club.clock.advance(4 * dayMs)
    await leftovers()
    expect(await stateNow()).toBe('received')
    await db.execute(sql`alter table payment_alerts drop constraint tells_nobody`)
    await leftovers()
    expect(await stateNow()).toBe('dead')
    expect((await openAlerts(club, 'webhook-dead')).map(({ subject }) => subject)).toContain('evt_untold')
  })
})
