import { api } from '@touchline/contract/api.ts'
import type { SimulatedFailure } from '@touchline/contract/simulator.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { webhookEvents } from '#payments/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'

let club: Club
let admin: Caller
beforeAll(async () => {
  club = await openClub()
  admin = club.people.admin
  // The cast's memberships have no provider behind them: nothing can happen to them.
  await club.services.db.delete(memberships)
})
afterAll(() => club.close())

// A month is thousands of writes: where each is written through to a busy disk, that takes minutes.
const arrival = { timeout: 600_000, interval: 100 }
const missing = '00000000-0000-7000-8000-000000000000'

const make = (trouble: SimulatedFailure) => admin.call(api.simulator.causeFailure, { body: trouble })
const shown = async () => (await admin.call(api.simulator.show)).body
const choices = async () => (await admin.call(api.simulator.choices)).body

async function advance(by: 'day' | 'month') {
  expect((await admin.call(api.simulator.advance, { body: { by } })).status).toBe(202)
  await expect.poll(async () => (await shown()).run?.state, arrival).toBe('done')
}

const membershipOf = async (personId: string) => {
  const [row] = await club.services.db.select().from(memberships).where(eq(memberships.personId, personId))
  return row!
}

const journalsOf = (personId: string) =>
  club.services.db
    .select()
    .from(ledgerJournals)
    .where(eq(ledgerJournals.personId, personId))
    .orderBy(desc(ledgerJournals.occurredAt))

/** Ids of the events of renewals that were heard of here, by a webhook or by asking. */
async function heardOf() {
  const rows = await club.services.db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.type, 'invoice.paid'))
  return rows.map(({ id }) => id)
}

/** Ids of the same events of the last month at the provider: all, or those it could not deliver. */
async function toldOf(delivered: { delivery_success?: false } = {}) {
  const { data } = await club.services.payments.stripe.events.list({
    type: 'invoice.paid',
    limit: 100,
    ...delivered,
  })
  return data.map(({ id }) => id).toSorted()
}

/** A member whose first payment is in the books. */
async function bookedMember(firstName = 'Frida') {
  const joined = await join(club, newApplicant({ firstName }))
  await expect.poll(() => journalsOf(joined.user.id), arrival).toHaveLength(1)
  return joined
}

describe('trouble', { timeout: 900_000 }, () => {
  it('fails the next charge of a chosen member, and the card that is mended pays what is due', async () => {
    const { user } = await bookedMember()
    const answer = await make({ kind: 'card', personId: user.id, outcome: 'no_funds' })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toContain('Frida will fail: insufficient funds')
    await advance('month')
    await advance('day')
    expect((await membershipOf(user.id)).status).toBe('past_due')
    const { run, members } = await shown()
    expect(run!.happened.failures).toBeGreaterThan(0)
    expect(members).toContainEqual({ state: 'past_due', count: 1 })
    await make({ kind: 'card', personId: user.id, outcome: 'pays' })
    await advance('day')
    await advance('day')
    expect((await membershipOf(user.id)).status).toBe('active')
    await expect.poll(() => journalsOf(user.id), arrival).toHaveLength(2)
  })

  it('fails the next renewal when no member is chosen', async () => {
    await bookedMember('Abe')
    await bookedMember('Bea')
    const [next] = (await choices()).members
    const answer = await make({ kind: 'card', personId: null, outcome: 'declined' })
    expect(answer.body.message).toContain(
      `every charge of ${next!.name.split(' ')[0]} will fail: the bank declines it`,
    )
    const back = await make({ kind: 'card', personId: next!.personId, outcome: 'pays' })
    expect(back.body.message).toContain('will succeed')
  })

  it('lets a dispute and a fraud warning arrive for a chosen payment, a dispute once', async () => {
    const { user } = await bookedMember()
    const [journal] = await journalsOf(user.id)
    const paymentId = journal!.id
    expect((await choices()).payments[0]).toMatchObject({
      id: paymentId,
      amountCents: 1299,
      kind: 'subscription',
    })
    expect((await make({ kind: 'fraud_warning', paymentId })).status).toBe(200)
    expect((await make({ kind: 'dispute', paymentId, reason: 'product_not_received' })).status).toBe(200)
    const { data } = await club.services.payments.stripe.disputes.list({ limit: 1 })
    expect(data[0]).toMatchObject({ reason: 'product_not_received', amount: 1299 })
    const again = await make({ kind: 'dispute', paymentId, reason: 'fraudulent' })
    expect([again.status, again.message]).toEqual([409, 'This payment is disputed already.'])
  })

  it('stops the webhooks, finds renewals out by asking, and hears of them later without a second effect', async () => {
    const { user } = await bookedMember()
    expect((await make({ kind: 'webhooks', areStopped: true })).status).toBe(200)
    expect((await shown()).areWebhooksStopped).toBe(true)
    const before = await toldOf()
    await advance('month')
    for (const _ of [1, 2]) await advance('day')
    const renewals = (await toldOf()).filter((id) => !before.includes(id))
    expect(renewals).not.toEqual([])
    // None was delivered; the reconciler fetched them.
    expect(await toldOf({ delivery_success: false })).toEqual(renewals)
    expect(await journalsOf(user.id)).toHaveLength(2)
    expect((await membershipOf(user.id)).status).toBe('active')
    expect((await shown()).books.balanceCents).toBe(0)
    await make({ kind: 'webhooks', areStopped: false })
    await advance('day')
    expect(await toldOf({ delivery_success: false })).toEqual([])
    expect(await heardOf()).toEqual(expect.arrayContaining(renewals))
    expect(await journalsOf(user.id)).toHaveLength(2)
  })

  it('takes the provider away for some requests, and the days after put it right', async () => {
    const { user } = await bookedMember()
    expect((await make({ kind: 'provider', fault: 'away', requests: 6 })).body.message).toBe(
      'The next 6 requests to the provider will break off.',
    )
    await advance('month')
    for (const _ of [1, 2]) await advance('day')
    expect(await journalsOf(user.id)).toHaveLength(2)
  })

  it('is refused for what cannot go wrong', async () => {
    const refusals = [
      await make({ kind: 'card', personId: missing, outcome: 'declined' }),
      await make({ kind: 'card', personId: 'nobody', outcome: 'declined' }),
      await make({ kind: 'dispute', paymentId: missing, reason: 'fraudulent' }),
      await make({ kind: 'fraud_warning', paymentId: 'nothing' }),
      await make({ kind: 'provider', fault: 'away', requests: 0 }),
      await admin.call(api.simulator.causeFailure, { body: { kind: 'earthquake' } }),
    ]
    expect(refusals.map(({ status, message }) => [status, message])).toEqual([
      [404, 'Member not found'],
      [404, 'Member not found'],
      [404, 'Payment not found'],
      [404, 'Payment not found'],
      [400, 'At least 1.'],
      [400, 'There is no such failure.'],
    ])
  })
})
