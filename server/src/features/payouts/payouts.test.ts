import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths, earnTip, signInAgain } from '#testing/months.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { onLine } from '#testing/provider-line.ts'
import { approvePayout } from './approve-payout.ts'
import { payouts } from './schema.ts'
import { sendPayout, sendWaitingPayouts } from './send-payout.ts'
import { settleTransfer } from './settle-transfer.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
/** The statement of January 2027, with 75 dollars payable. */
let january: string
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  club.clock.set(new Date('2027-01-05T12:00:00Z'))
  await earnTip(club, 10_000)
  const [statement] = await closeMonths(club, '2027-02-04T00:10:00Z')
  january = statement?.id ?? ''
  await signInAgain(club, club.people.admin)
  await signInAgain(club, club.people.creator)
})
afterAll(() => club.close())

const stripe = () => club.services.payments.stripe
const control = () => club.services.payments.sandbox!.control

const approve = (id: string, expectedCents: number) =>
  club.people.admin.call(api.payouts.approve, { params: { id }, body: { expectedCents } })
const record = (id: string, reference = 'Wire 7') =>
  club.people.admin.call(api.payouts.record, { params: { id }, body: { reference } })
const sendByHand = (id: string) => club.people.admin.call(api.payouts.sendByHand, { params: { id } })
const sendAndRecord = async (id: string) => {
  await sendByHand(id)
  return record(id)
}
const takeBack = (id: string) => club.people.admin.call(api.payouts.takeBack, { params: { id } })
const shown = async (id: string) =>
  (await club.people.creator.call(api.payouts.show, { params: { id } })).body.statement

const payByTransfer = async () =>
  (await club.people.admin.call(api.payouts.makeTestAccount)).body.accountId ?? ''

/** The final balance of a ledger account, in cents. */
async function holdings() {
  const { rows } = await club.services.db.execute<{ account: string; cents: number }>(
    sql`select account, sum(amount_cents)::int as cents from ledger_lines group by account`,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const transfers = async () => (await stripe().transfers.list({ limit: 100 })).data
const seen = async () => (await club.people.creator.call(api.payouts.overview)).body
const payoutRows = () => club.services.db.select().from(payouts)
const alertOf = async (kind: string) =>
  (await club.services.db.select().from(paymentAlerts).where(eq(paymentAlerts.kind, kind)))[0]

/** Empties the provider balance, so that nothing can be transferred. */
const emptyBalance = () => control().payOutToBank()

describe('a payout sent by hand', () => {
  it('is approved once as shown and recorded with its reference [PAYOUT-1] [fault 39]', async () => {
    expect(await shown(january)).toMatchObject({ payableCents: 7500, state: 'closed', isApprovable: true })
    const refusal = { status: 409, message: '$75.00 is payable, not $74.99.' }
    expect(await approve(january, 7499)).toMatchObject(refusal)
    expect(await record(january)).toMatchObject({ status: 409 })
    const answers = await Promise.all([1, 2, 3].map(() => approve(january, 7500)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await holdings()).toMatchObject({ creator_payable: 0, payout_clearing: -7500 })
    expect(await seen()).toMatchObject({ onItsWayCents: 7500, paidCents: 0 })

    const { body } = await record(january)
    expect(body.statement).toMatchObject({
      state: 'paid',
      payout: { method: 'manual', state: 'paid', reference: 'Wire 7', amountCents: 7500 },
    })
    expect(await record(january)).toMatchObject({ status: 409, message: 'This statement has been paid.' })
    expect(await takeBack(january)).toMatchObject({ status: 409 })
    expect(await holdings()).toMatchObject({ creator_payable: 0, payout_clearing: 0, bank: -7500 })
    expect(await seen()).toMatchObject({ onItsWayCents: 0, paidCents: 7500 })
    await expect
      .poll(async () => (await emailsTo(club, club.people.creator.email)).join())
      .toMatch(/\$75\.00 is on its way to you[^]*Wire 7/)
  })

  it('is payable again after its approval is reversed', async () => {
    await approve(january, 7500)
    expect((await takeBack(january)).body.statement).toMatchObject({ state: 'closed', isApprovable: true })
    expect(await holdings()).toMatchObject({ creator_payable: -7500, payout_clearing: 0 })
    expect(await approve(january, 7500)).toMatchObject({ status: 200 })
    const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
    expect(february).toMatchObject({ openingCents: 7500, closingCents: 0, payableCents: 0 })
  })

  it('comes from the newest statement only', async () => {
    const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
    await signInAgain(club, club.people.admin)
    expect(february).toMatchObject({ openingCents: 7500, payableCents: 7500 })
    expect(await approve(january, 7500)).toMatchObject({ status: 409 })
    expect(await approve(february?.id ?? '', 7500)).toMatchObject({ status: 200 })
    expect(await approve('no-statement', 1)).toMatchObject({ status: 404 })
  })

  it('is not payable again on a later statement', async () => {
    club.clock.set(new Date('2027-02-10T00:00:00Z'))
    await earnTip(club, 2000)
    // Approved between the end and the close of the month: on the next statement, but not payable twice.
    club.clock.set(new Date('2027-03-02T00:00:00Z'))
    await signInAgain(club, club.people.admin)
    await approve(january, 7500)
    const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
    expect(february).toMatchObject({ openingCents: 7500, closingCents: 9000, payableCents: 1500 })
    await signInAgain(club, club.people.admin)
    expect((await takeBack(january)).body.statement).toMatchObject({ state: 'carried' })
    const [march] = await closeMonths(club, '2027-04-04T00:10:00Z')
    expect(march).toMatchObject({ openingCents: 9000, closingCents: 9000, payableCents: 9000 })
  })

  it('leaves a negative next statement after a dispute [fault 37]', async () => {
    await approve(january, 7500)
    await record(january)
    await club.services.db.transaction((tx) =>
      writeJournal(tx, {
        kind: 'dispute',
        providerTxn: 'txn_dispute',
        personId: club.people.member.id,
        occurredAt: new Date('2027-02-12T00:00:00Z'),
        currency: 'usd',
        moves: { creator_payable: 7500, platform_revenue: 2500, provider_balance: -10_000 },
      }),
    )
    const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
    expect(february).toMatchObject({ openingCents: 7500, closingCents: -7500, payableCents: 0 })
    await signInAgain(club, club.people.admin)
    expect(await approve(february?.id ?? '', -7500)).toMatchObject({ status: 409 })
    club.clock.set(new Date('2027-03-05T00:00:00Z'))
    await earnTip(club, 12_000)
    const [march] = await closeMonths(club, '2027-04-04T00:10:00Z')
    expect(march).toMatchObject({ openingCents: -7500, closingCents: 1500, payableCents: 1500 })
    expect(await payoutRows()).toHaveLength(1)
  })
})

describe('a payout by transfer', () => {
  it('is transferred once under repeated calls [fault 39]', async () => {
    const accountId = await payByTransfer()
    await Promise.all([1, 2, 3].map(() => approve(january, 7500)))
    await expect.poll(async () => (await shown(january)).state).toBe('paid')
    const [payout] = await payoutRows()
    await Promise.all([1, 2].map(() => sendPayout(club.services, payout?.id ?? '')))
    const [transfer, ...more] = await transfers()
    expect(more).toEqual([])
    expect(transfer).toMatchObject({ id: payout?.transferId, amount: 7500, destination: accountId })
    expect(await holdings()).toMatchObject({ creator_payable: 0, payout_clearing: 0 })
    const { available, pending } = await stripe().balance.retrieve()
    expect((await holdings())['provider_balance']).toBe(available[0]!.amount + pending[0]!.amount)
  })

  it('is made once after lost responses and an expired key [fault 39]', async () => {
    await payByTransfer()
    control().webhooks.pause()
    const byHand = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    const approval = { statementId: january, expectedCents: 7500, approvedBy: club.people.admin.id }
    const { id } = await approvePayout(byHand, approval)
    control().failNext({ method: 'POST', path: '/v1/transfers', when: 'after', how: 'reset', times: 3 })
    await expect(sendPayout(club.services, id)).rejects.toThrow('connection')
    expect((await shown(january)).state).toBe('sending')
    expect(await takeBack(january)).toMatchObject({ status: 409 })
    expect(await record(january)).toMatchObject({ status: 409 })
    expect(await sendByHand(january)).toMatchObject({ status: 409 })
    // Simulates an expired key: a new request would make a second transfer.
    await club.services.db.update(payouts).set({ attempt: 2 })
    await sendPayout(club.services, id)
    expect((await shown(january)).state).toBe('paid')
    expect(await transfers()).toHaveLength(1)
  })

  it('waits for a sufficient balance [fault 39]', async () => {
    await payByTransfer()
    emptyBalance()
    await approve(january, 7500)
    await expect.poll(async () => (await shown(january)).payout?.lastError).toMatch(/insufficient/)
    expect((await shown(january)).state).toBe('approved')
    // The provider repeats a refusal for the same key, so the next attempt uses another.
    expect(await payoutRows()).toMatchObject([{ attempt: 2 }])
    expect(await alertOf('payout-refused')).toMatchObject({ resolvedAt: null })
    await earnTip(club, 20_000)
    club.clock.set(new Date('2027-02-07T00:00:00Z'))
    await sendWaitingPayouts(club.services)
    await expect.poll(async () => (await shown(january)).state).toBe('paid')
    expect((await alertOf('payout-refused'))?.resolvedAt).not.toBeNull()
    expect((await transfers()).map(({ amount }) => amount)).toEqual([7500])
  })

  it('stays unknown when the transfer cannot be looked up [fault 39]', async () => {
    await payByTransfer()
    control().webhooks.pause()
    const approval = { statementId: january, expectedCents: 7500, approvedBy: club.people.admin.id }
    const byHand = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
    const { id } = await approvePayout(byHand, approval)
    control().failNext({ method: 'POST', path: '/v1/transfers', when: 'after', how: 'reset', times: 3 })
    await expect(sendPayout(club.services, id)).rejects.toThrow('connection')
    const refusing = onLine(club, async (request, send) =>
      request.method === 'GET'
        ? Response.json({ error: { type: 'invalid_request_error', message: 'Revoked.' } }, { status: 403 })
        : send(request),
    )
    await expect(sendPayout(refusing, id)).rejects.toThrow('Revoked.')
    expect((await shown(january)).state).toBe('sending')
    for (const end of [takeBack, sendByHand]) expect(await end(january)).toMatchObject({ status: 409 })
    await sendPayout(club.services, id)
    expect((await shown(january)).state).toBe('paid')
    expect(await transfers()).toHaveLength(1)
  })

  it('cannot be recorded by hand before the transfer is stopped [fault 39]', async () => {
    await payByTransfer()
    emptyBalance()
    await approve(january, 7500)
    await expect.poll(async () => (await shown(january)).payout?.lastError ?? '').toMatch(/insuff/)
    expect(await record(january)).toMatchObject({ status: 409, message: expect.stringContaining('by hand') })
    expect((await shown(january)).payout).toMatchObject({ method: 'transfer', state: 'approved' })
    for (const press of [1, 2])
      expect([press, (await sendByHand(january)).body.statement]).toMatchObject([
        press,
        { state: 'approved', payout: { method: 'manual', state: 'approved' } },
      ])
    // The balance is sufficient again: the job would send it now.
    await earnTip(club, 20_000)
    club.clock.set(new Date('2027-02-07T00:00:00Z'))
    await sendWaitingPayouts(club.services)
    const [payout] = await payoutRows()
    await sendPayout(club.services, payout?.id ?? '')
    await signInAgain(club, club.people.admin)
    expect(await record(january)).toMatchObject({ status: 200 })
    expect(await transfers()).toEqual([])
    expect(await sendByHand('no-statement')).toMatchObject({ status: 404 })
    expect(await sendByHand(january)).toMatchObject({ status: 409 })
  })

  it('can be sent by hand or reversed after a refusal', async () => {
    await payByTransfer()
    emptyBalance()
    for (const end of [takeBack, sendAndRecord]) {
      await approve(january, 7500)
      await expect.poll(async () => (await shown(january)).payout?.lastError ?? '').toMatch(/insuff/)
      expect(await end(january)).toMatchObject({ status: 200 })
    }
    expect((await shown(january)).payout).toMatchObject({ method: 'manual', state: 'paid' })
    expect((await payoutRows()).map(({ state }) => state).toSorted()).toEqual(['failed', 'paid'])
    await sendWaitingPayouts(club.services)
    expect(await transfers()).toEqual([])
    expect(await holdings()).toMatchObject({ creator_payable: 0, payout_clearing: 0, bank: -7500 })
  })

  it('is payable on the next statement after a reversal [fault 39]', async () => {
    await payByTransfer()
    await approve(january, 7500)
    await expect.poll(async () => (await shown(january)).state).toBe('paid')
    const [transfer] = await transfers()
    await stripe().transfers.createReversal(transfer!.id, { amount: 500 })
    await expect.poll(async () => (await holdings())['creator_payable']).toBe(-500)
    expect((await shown(january)).state).toBe('paid')
    await stripe().transfers.createReversal(transfer!.id)
    await expect.poll(async () => (await shown(january)).state).toBe('reversed')
    expect(await holdings()).toMatchObject({ creator_payable: -7500, payout_clearing: 0 })
    expect((await alertOf('payout-reversed'))?.message).toContain('payable again')
    expect(await seen()).toMatchObject({ paidCents: 0 })
    const [february] = await closeMonths(club, '2027-03-04T00:10:00Z')
    expect(february).toMatchObject({ openingCents: 7500, closingCents: 7500, payableCents: 7500 })
  })

  it('is reversed even if the rest comes back between two requests [fault 39]', async () => {
    await payByTransfer()
    await approve(january, 7500)
    await expect.poll(async () => (await shown(january)).state).toBe('paid')
    control().webhooks.pause()
    const id = (await transfers())[0]!.id
    const payoutId = (await payoutRows())[0]!.id
    await stripe().transfers.createReversal(id, { amount: 500 })
    const partly = await stripe().transfers.retrieve(id)
    await stripe().transfers.createReversal(id)
    await settleTransfer(club.services, payoutId, partly)
    expect((await shown(january)).state).toBe('reversed')
    expect(await holdings()).toMatchObject({ creator_payable: -7500, payout_clearing: 0 })
  })
})

describe('the account of the creator', () => {
  it('must be known to the provider and able to receive transfers', async () => {
    const { admin } = club.people
    const set = (accountId: string | null) => admin.call(api.payouts.setAccount, { body: { accountId } })
    expect(await set('acct_unknown')).toMatchObject({
      status: 400,
      message: expect.stringContaining('does not know'),
    })
    const barred = await stripe().accounts.create({ email: 'sam@club.example' })
    expect(await set(barred.id)).toMatchObject({
      status: 400,
      message: expect.stringContaining('cannot receive'),
    })
    expect(await set('not an account')).toMatchObject({ status: 400 })
    const accountId = await payByTransfer()
    expect((await admin.call(api.payouts.showAccount)).body).toEqual({ accountId, isSandbox: true })
    expect((await set(null)).body).toEqual({ accountId: null, isSandbox: true })
  })
})
