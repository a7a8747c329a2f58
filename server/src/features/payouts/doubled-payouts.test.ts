import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentAlerts } from '#payments/schema.ts'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths, earnTip, signInAgain } from '#testing/months.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { payouts } from './schema.ts'
import { settleTransfer } from './settle-transfer.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('a transfer that turns up after its payout was taken back or sent by hand is an alert, once', async () => {
  const { admin } = club.people
  const { stripe, sandbox } = club.services.payments
  club.clock.set(new Date('2027-01-05T12:00:00Z'))
  await earnTip(club, 10_000)
  const [january] = await closeMonths(club, '2027-02-04T00:10:00Z')
  await signInAgain(club, admin)
  const params = { id: january!.id }
  const account = await admin.call(api.payouts.makeTestAccount)
  // The provider's bank took everything: a transfer is refused.
  sandbox!.control.payOutToBank()
  const approve = async () => {
    const approved = await admin.call(api.payouts.approve, { params, body: { expectedCents: 7500 } })
    expect(approved.status).toBe(200)
    const refusal = async () =>
      (await admin.call(api.payouts.show, { params })).body.statement.payout?.lastError ?? ''
    await expect.poll(refusal, { timeout: 30_000 }).toMatch(/insuff/)
  }
  await approve()
  expect(await admin.call(api.payouts.takeBack, { params })).toMatchObject({ status: 200 })
  await approve()
  expect(await admin.call(api.payouts.sendByHand, { params })).toMatchObject({ status: 200 })
  const recorded = await admin.call(api.payouts.record, { params, body: { reference: 'Wire 7' } })
  expect(recorded.status).toBe(200)

  sandbox!.control.webhooks.pause()
  await earnTip(club, 30_000)
  club.clock.set(new Date('2027-02-20T00:00:00Z'))
  await sandbox!.control.runDue()
  const rows = await club.services.db.select().from(payouts)
  for (const { id } of rows) {
    const transfer = await stripe.transfers.create({
      amount: 7500,
      currency: 'usd',
      destination: account.body.accountId ?? '',
      transfer_group: id,
      metadata: { app: 'touchline', payout_id: id },
    })
    await settleTransfer(club.services, id, transfer)
  }
  const doubled = await openAlerts(club, 'payout-doubled')
  expect(doubled.map(({ message }) => message).toSorted()).toEqual([
    expect.stringContaining('had been taken back'),
    expect.stringContaining('was sent by hand'),
  ])
  expect((await club.services.db.select().from(payouts)).map(({ state }) => state)).toEqual(
    rows.map(({ state }) => state),
  )
  await club.services.db.update(paymentAlerts).set({ resolvedAt: club.clock.now(), resolution: 'Seen.' })
  for (const transfer of (await stripe.transfers.list({ limit: 100 })).data)
    await settleTransfer(club.services, transfer.transfer_group!, transfer)
  expect(await openAlerts(club, 'payout-doubled')).toEqual([])
})
