import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import { reconcileTransactions } from '#features/reconciliation/reconcile-transactions.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths, earnTip } from '#testing/months.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { approvePayout } from './approve-payout.ts'
import { makeTestPayoutAccount } from './payout-account.ts'
import { accountOf } from './queries.ts'
import { recordPayout } from './record-payout.ts'
import { payouts } from './schema.ts'
import { sendPayout } from './send-payout.ts'
import { sendByHand } from './send-by-hand.ts'
import { settleTransfer } from './settle-transfer.ts'
import { reversePayout } from './reverse-payout.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
let paymentIntentId: string
/** The statement of January 2027, with 75 dollars payable. */
let january: string
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  // The demo memberships have no provider and have long ended here.
  await club.services.db.delete(memberships)
  club.clock.set(new Date('2027-01-05T12:00:00Z'))
  paymentIntentId = await earnTip(club, 10_000)
  const [statement] = await closeMonths(club, '2027-02-04T00:10:00Z')
  january = statement?.id ?? ''
})
afterAll(() => club.close())

const control = () => club.services.payments.sandbox!.control
const stripe = () => club.services.payments.stripe

/** Numbers of the failed checks, without tolerance for recent movements. */
async function broken() {
  const { equations } = await measureBooks(club.services, { toleranceMs: 0 })
  return equations.filter(({ holds }) => !holds).map(({ number }) => number)
}

const check = async (number: number) =>
  (await measureBooks(club.services)).equations.find((one) => one.number === number)!

/** Approves the payable amount; the test sends it. */
async function approve() {
  const unsent = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
  const approvedBy = club.people.admin.id
  return approvePayout(unsent, { statementId: january, expectedCents: 7500, approvedBy })
}

async function pay() {
  await makeTestPayoutAccount(club.services, club.people.admin.id)
  const { id } = await approve()
  await sendPayout(club.services, id)
  const { data } = await stripe().transfers.list({ transfer_group: id })
  return { id, transferId: data[0]!.id }
}

const stateOf = async (id: string) =>
  (await club.services.db.select().from(payouts).where(eq(payouts.id, id)))[0]?.state

async function inTheBooks(account: string) {
  const { rows } = await club.services.db.execute<{ cents: number }>(
    sql`select coalesce(sum(amount_cents), 0)::int as cents from ledger_lines where account = ${account}`,
  )
  return rows[0]?.cents
}

const alertsOf = (kind: string) =>
  club.services.db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, kind))

/** Lets a day pass without events, then reconciles. */
async function askNextDay() {
  club.clock.advance(24 * 60 * 60_000)
  await reconcileTransactions(club.services)
}

describe('the balance checks', () => {
  it('pass at every step of a payout, including a partial reversal', async () => {
    expect(await check(3)).toMatchObject({ left: { value: 7500 }, right: { value: 7500 }, holds: true })
    expect(await check(7)).toMatchObject({ left: { value: 0 }, right: { value: 0 }, holds: true })
    await earnTip(club, 2000)
    expect(await check(3)).toMatchObject({ left: { value: 9000 }, right: { value: 9000 } })
    const { transferId } = await pay()
    expect(await check(3)).toMatchObject({ left: { value: 1500 }, right: { value: 1500 } })
    expect(await check(7)).toMatchObject({ left: { value: 7500 }, right: { value: 7500 } })
    expect(await broken()).toEqual([])
    await stripe().transfers.createReversal(transferId, { amount: 500 })
    await expect.poll(broken).toEqual([])
    await closeMonths(club, '2027-03-04T00:10:00Z')
    expect(await check(3)).toMatchObject({ left: { value: 2000 }, right: { value: 2000 }, holds: true })
    expect(await broken()).toEqual([])
  })

  it('name a tampered statement and payout', async () => {
    const { id } = await pay()
    await club.services.db.execute(sql`update payouts set amount_cents = 7501`)
    expect(await check(7)).toMatchObject({
      difference: 1,
      rows: [{ id, note: 'pays 7501 of a statement of 7500' }],
    })
    await club.services.db.execute(sql`update payouts set amount_cents = 7500`)
    await club.services.db.execute(sql`alter table payout_lines disable trigger user`)
    await club.services.db.execute(sql`update payout_lines set amount_cents = 7400`)
    expect(await check(3)).toMatchObject({
      holds: false,
      rows: [{ note: 'stands with 7400 in a statement, and with 7500 in the books' }],
    })
    expect(await check(7)).toMatchObject({
      holds: false,
      rows: [{ id: january, note: 'closes at 7500, and its lines at 7400' }],
    })
  })
})

describe('movements without an event', () => {
  it('books a transfer with a lost response, and its reversal [fault 39]', async () => {
    control().webhooks.pause()
    await makeTestPayoutAccount(club.services, club.people.admin.id)
    const { id } = await approve()
    control().failNext({ method: 'POST', path: '/v1/transfers', when: 'after', how: 'reset', times: 3 })
    await expect(sendPayout(club.services, id)).rejects.toThrow('connection')
    expect(await stateOf(id)).toBe('sending')
    expect(await broken()).toEqual([1, 2])
    await askNextDay()
    expect(await stateOf(id)).toBe('paid')
    const { data } = await stripe().transfers.list({ transfer_group: id })
    await stripe().transfers.createReversal(data[0]!.id)
    expect(await broken()).toEqual([1, 2])
    await askNextDay()
    expect(await stateOf(id)).toBe('reversed')
    expect(await broken()).toEqual([])
    expect(await alertsOf('unknown-movement')).toEqual([])
    expect(await alertsOf('missing-journal')).toMatchObject([
      { resolution: 'It was written into the books.' },
      { resolution: 'It was written into the books.' },
    ])
  })

  it('raises one alert for a transfer after its payout was reversed or sent by hand', async () => {
    control().webhooks.pause()
    await makeTestPayoutAccount(club.services, club.people.admin.id)
    const destination = (await accountOf(club.services.db, club.people.creator.id)) ?? ''
    const ends = [
      () => reversePayout(club.services, { statementId: january, by: club.people.admin.id }),
      async () => {
        await sendByHand(club.services, { statementId: january, by: club.people.admin.id })
        return recordPayout(club.services, {
          statementId: january,
          reference: 'Wire 7',
          by: club.people.admin.id,
        })
      },
    ]
    const ended: string[] = []
    for (const end of ends) {
      await approve()
      ended.push((await end()).id)
    }
    await earnTip(club, 30_000)
    club.clock.advance(15 * 24 * 60 * 60_000)
    await control().runDue()
    const owed = await inTheBooks('creator_payable')
    for (const id of ended) {
      const transfer = await stripe().transfers.create({
        amount: 7500,
        currency: 'usd',
        destination,
        transfer_group: id,
        metadata: { app: 'touchline', payout_id: id },
      })
      await settleTransfer(club.services, id, transfer)
    }
    const doubled = await alertsOf('payout-doubled')
    expect(doubled.map(({ message }) => message)).toEqual([
      expect.stringContaining('had been reversed'),
      expect.stringContaining('was sent by hand'),
    ])
    expect(await inTheBooks('creator_payable')).toBe(owed)
    const seen = { resolvedAt: club.clock.now(), resolution: 'Seen.' }
    await club.services.db.update(paymentAlerts).set(seen)
    await askNextDay()
    expect(await openAlerts(club, 'payout-doubled')).toEqual([])
    expect(await openAlerts(club, 'unknown-movement')).toHaveLength(2)
  })

  it('keeps the alert of a transfer without a payout', async () => {
    control().webhooks.pause()
    const account = await stripe().accounts.create({ capabilities: { transfers: { requested: true } } })
    await stripe().transfers.create({ amount: 100, currency: 'usd', destination: account.id })
    await askNextDay()
    expect(await alertsOf('unknown-movement')).toMatchObject([
      { message: expect.stringContaining('did not ask for'), resolvedAt: null },
    ])
    expect(await broken()).toEqual([1, 2])
  })
})

it('books transfers to the bank and back', async () => {
  const { available } = await stripe().balance.retrieve()
  const cents = available[0]!.amount
  expect(cents).toBeGreaterThan(0)
  control().payOutToBank({ fails: true })
  await control().webhooks.drained()
  await askNextDay()
  expect(await inTheBooks('bank')).toBe(cents)
  expect(await broken()).toEqual([])
  club.clock.advance(3 * 24 * 60 * 60_000)
  await control().runDue()
  await expect.poll(() => inTheBooks('bank')).toBe(0)
  expect(await inTheBooks('provider_balance')).toBe(cents)
  await expect.poll(broken).toEqual([])
})

it('carries a negative balance after a dispute of a paid-out payment [fault 37]', async () => {
  const { id } = await pay()
  club.clock.set(new Date('2027-02-12T00:00:00Z'))
  control().dispute(paymentIntentId)
  await expect.poll(() => inTheBooks('creator_payable')).toBe(7500)
  await expect.poll(broken).toEqual([])
  const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
  expect(february).toMatchObject({ openingCents: 7500, closingCents: -7500, payableCents: 0 })
  const approval = { statementId: february!.id, approvedBy: club.people.admin.id }
  for (const expectedCents of [0, -7500, 7500])
    await expect(approvePayout(club.services, { ...approval, expectedCents })).rejects.toMatchObject({
      status: 409,
    })
  club.clock.set(new Date('2027-03-05T00:00:00Z'))
  await earnTip(club, 12_000)
  const [march] = await closeMonths(club, '2027-04-04T00:10:00Z')
  expect(march).toMatchObject({ openingCents: -7500, closingCents: 1500, payableCents: 1500 })
  expect(await club.services.db.select().from(payouts)).toMatchObject([{ id, state: 'paid' }])
  await expect.poll(broken).toEqual([])
})
