import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { closeMonths, earnTip, signInAgain } from '#testing/months.ts'
import { onLine } from '#testing/provider-line.ts'
import { approvePayout } from './approve-payout.ts'
import { sendPayout } from './send-payout.ts'

let club: Club
let statementId: string
let payoutId: string
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  club.clock.set(new Date('2027-01-05T12:00:00Z'))
  await earnTip(club, 10_000)
  const [statement] = await closeMonths(club, '2027-02-04T00:10:00Z')
  statementId = statement!.id
  await signInAgain(club, club.people.admin)
  await club.people.admin.call(api.payouts.makeTestAccount)
  const byHand = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
  const approval = { statementId, expectedCents: 7500, approvedBy: club.people.admin.id }
  payoutId = (await approvePayout(byHand, approval)).id
})
afterAll(() => club.close())

const state = async () => {
  const { body } = await club.people.admin.call(api.payouts.show, { params: { id: statementId } })
  return body.statement.state
}
const transfers = async () => (await club.services.payments.stripe.transfers.list({ limit: 100 })).data

/** A connection on which transfers cannot be listed. */
const blind = () =>
  onLine(club, async (request, send) =>
    request.method === 'GET' && new URL(request.url).pathname === '/v1/transfers'
      ? Response.json({ error: { type: 'invalid_request_error', message: 'Not now.' } }, { status: 403 })
      : send(request),
  )

it('sends a first transfer without looking for an earlier one [fault 39]', async () => {
  await sendPayout(blind(), payoutId)
  expect(await state()).toBe('paid')
  expect(await transfers()).toHaveLength(1)
})

it('does not resend after a lost response while the lookup fails [fault 39]', async () => {
  club.services.payments.sandbox!.control.webhooks.pause()
  const { control } = club.services.payments.sandbox!
  control.failNext({ method: 'POST', path: '/v1/transfers', when: 'after', how: 'reset', times: 3 })
  await expect(sendPayout(club.services, payoutId)).rejects.toThrow('connection')
  await expect(sendPayout(blind(), payoutId)).rejects.toThrow('Not now.')
  expect(await state()).toBe('sending')
  expect(await transfers()).toHaveLength(1)
})
