import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { type Club, openClub } from '#testing/club.ts'
import { join } from '#testing/joining.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { findMissedDisputes, recordDispute, rereadOpenDisputes } from './record-dispute.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
beforeEach(() => control().webhooks.resume())
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

const membershipOf = async (personId: string) => {
  const [row] = await club.services.db.select().from(memberships).where(eq(memberships.personId, personId))
  return row
}
const journalsOf = (personId: string) =>
  club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.personId, personId))
const decide = (disputeId: string, word: string) =>
  stripe().disputes.update(disputeId, { evidence: { uncategorized_text: word }, submit: true })

/** Disputes a person's latest payment and saves it as open; no further events arrive. */
async function disputed(personId: string, customer: string) {
  const { data } = await stripe().charges.list({ customer, limit: 1 })
  const { id } = control().dispute(data[0]!.id)
  await recordDispute(club.services, id)
  await expect
    .poll(async () => (await journalsOf(personId)).some(({ kind }) => kind === 'dispute'))
    .toBe(true)
  await control().webhooks.drained()
  await club.services.jobs.settled()
  control().webhooks.pause()
  // The same tip within seconds would count as a duplicate.
  club.clock.advance(60_000)
  return id
}

describe('a dispute whose event was dropped', () => {
  it('is found by the hourly comparison, which pauses access [fault 37]', async () => {
    const { user } = await join(club)
    await expect.poll(() => journalsOf(user.id)).toHaveLength(1)
    control().webhooks.pause()
    const { data } = await stripe().charges.list({ customer: user.stripeCustomerId!, limit: 1 })
    const { id } = control().dispute(data[0]!.id)
    await findMissedDisputes(club.services)
    await expect
      .poll(() => membershipOf(user.id))
      .toMatchObject({ status: 'active', revokedAt: expect.any(Date) })
    expect(await openAlerts(club, 'dispute')).toMatchObject([{ subject: id }])
    await decide(id, 'winning_evidence')
    await rereadOpenDisputes(club.services)
    await expect.poll(() => membershipOf(user.id)).toMatchObject({ revokedAt: null })
  })
})

describe('a dispute that was lost', () => {
  it('ends the membership even without an event, on refresh [fault 37]', async () => {
    const { user } = await join(club)
    await expect.poll(() => journalsOf(user.id)).toHaveLength(1)
    const disputeId = await disputed(user.id, user.stripeCustomerId!)
    expect(await membershipOf(user.id)).toMatchObject({ status: 'active', revokedAt: expect.any(Date) })
    await decide(disputeId, 'losing_evidence')
    await rereadOpenDisputes(club.services)
    await expect
      .poll(() => membershipOf(user.id))
      .toMatchObject({ status: 'canceled', revokedAt: expect.any(Date) })
    expect(await openAlerts(club, 'tip-dispute-lost')).toEqual([])
  })

  it('of a tip keeps the membership, raises an alert and blocks tips [fault 37]', async () => {
    const { user } = await join(club)
    const sender = { id: user.id, stripeCustomerId: user.stripeCustomerId! }
    await sendTip(club.services, { sender, amount: 5 })
    await expect.poll(() => journalsOf(user.id)).toHaveLength(2)
    const disputeId = await disputed(user.id, user.stripeCustomerId!)
    await expect(sendTip(club.services, { sender, amount: 5, idempotencyKey: 'open' })).rejects.toThrow(
      'Your bank is looking into one of your payments.',
    )
    await decide(disputeId, 'losing_evidence')
    await rereadOpenDisputes(club.services)
    await club.services.jobs.settled()
    expect(await membershipOf(user.id)).toMatchObject({ status: 'active', revokedAt: null, endedAt: null })
    expect(await openAlerts(club, 'tip-dispute-lost')).toMatchObject([
      {
        subject: disputeId,
        message: expect.stringMatching(/^5\.00 USD of a tip .*membership continues/),
      },
    ])
    await expect(sendTip(club.services, { sender, amount: 5, idempotencyKey: 'lost' })).rejects.toMatchObject(
      { status: 409, message: expect.stringContaining('took one of your payments back') },
    )
    await recordDispute(club.services, disputeId)
    expect(await openAlerts(club, 'tip-dispute-lost')).toMatchObject([{ count: 1 }])
  })
})
