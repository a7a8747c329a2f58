import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { onlyInSandbox } from '#testing/at-stripe.ts'
import { type Club, openClub } from '#testing/club.ts'
import { saveCard } from '#testing/saved-card.ts'
import { measureBooks } from './book-checks.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'

const counting = 'counts all that is in the account, where others pay too'

let club: Club
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  await club.services.db.delete(memberships)
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const hourMs = 60 * 60_000

async function tipped(services = club.services) {
  const { customerId } = await saveCard(club, club.people.member, 'visa')
  const sender = { id: club.people.member.id, stripeCustomerId: customerId }
  return (await sendTip(services, { sender, amount: 5 })).tip
}
const fourth = async () => (await measureBooks(club.services)).equations[3]

it('fails check 4 when a completed tip is not booked after two hours', async () => {
  const unbooked = { ...club.services, jobs: { ...club.services.jobs, enqueue: async () => {} } }
  const tip = await tipped(unbooked)
  club.clock.advance(hourMs)
  expect(await fourth()).toMatchObject({ holds: true, left: { value: 1 }, right: { value: 1 } })
  club.clock.advance(hourMs + 60_000)
  expect(await fourth()).toMatchObject({
    holds: false,
    difference: 0,
    rows: [{ id: tip.id, note: 'is completed, and not in the books' }],
  })
})

it('fails check 4 when a tip is booked twice and the counts still match', async () => {
  onlyInSandbox(club, counting)
  const tip = await tipped()
  const { db } = club.services
  await expect.poll(() => db.$count(ledgerJournals)).toBe(1)
  expect(await fourth()).toMatchObject({ holds: true })
  await db.transaction((tx) =>
    writeJournal(tx, {
      kind: 'tip',
      providerTxn: `txn_${uuid()}`,
      sourceId: tip.id,
      shareBasisPoints: 7500,
      occurredAt: club.clock.now(),
      currency: 'usd',
      moves: { provider_balance: 455, provider_fees: 45, creator_payable: -375, platform_revenue: -125 },
    }),
  )
  expect(await fourth()).toMatchObject({
    holds: false,
    rows: [{ id: tip.id, note: expect.stringMatching(/^is in the books 2 times: txn_/) }],
  })
})
