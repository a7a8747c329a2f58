import { desc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { type Club, openClub } from '#testing/club.ts'
import { earnTip } from '#testing/months.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { saveCard } from '#testing/saved-card.ts'
import { bookPayment } from '#features/ledger/book-payment.ts'
import { checkBooks } from './check-books.ts'
import { readCheckpoint } from './checkpoint.ts'
import { measureBooks } from './book-checks.ts'
import { postTransaction } from './post-transaction.ts'
import { reconcileTransactions } from './reconcile-transactions.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  // The demo memberships have no provider and end after some days.
  await club.services.db.delete(memberships)
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60_000
const stripe = () => club.services.payments.stripe

/** A payment this club did not request; returns its intent and its movement. */
async function strayPayment() {
  const intent = await stripe().paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: club.url,
  })
  const { data } = await stripe().balanceTransactions.list({ limit: 1 })
  return { paymentIntentId: intent.id, txnId: data[0]!.id }
}

/** Runs the nightly jobs some days later. */
async function someDaysLater() {
  club.clock.advance(4 * dayMs)
  await reconcileTransactions(club.services)
  return checkBooks(club.services)
}

const broken = async () => {
  const { equations } = await measureBooks(club.services)
  return equations.filter(({ holds }) => !holds)
}

describe('an unbooked movement with an alert', () => {
  it('fails the checks but does not stop the checkpoint', async () => {
    await earnTip(club, 1000)
    const stray = await strayPayment()
    expect((await someDaysLater()).equations[0]).toMatchObject({
      holds: false,
      difference: 1,
      rows: [{ id: stray.txnId, note: 'moved 650 cents at the provider, and is not in the books' }],
    })
    const first = await readCheckpoint(club.services.db)
    expect(first).toMatchObject({ lastId: stray.txnId, totals: { count: 2 } })
    await earnTip(club, 2000)
    await someDaysLater()
    expect((await readCheckpoint(club.services.db))?.totals.count).toBe(3)
    expect(await broken()).toMatchObject([
      { number: 1, difference: 1, rows: [{ id: stray.txnId }] },
      { number: 2, difference: 650 },
    ])
    const whole = await measureBooks(club.services, { isWhole: true })
    expect((await measureBooks(club.services)).equations).toEqual(whole.equations)
    const { paymentIntentId } = stray
    const personId = club.people.member.id
    await bookPayment(club.services, { paymentIntentId, sourceId: uuid(), personId, kind: 'tip' })
    await earnTip(club, 3000)
    await someDaysLater()
    expect(await broken()).toEqual([])
    expect(await readCheckpoint(club.services.db)).toMatchObject({ totals: { count: 4 }, exceptions: [] })
    expect(await openAlerts(club, 'unknown-movement')).toEqual([])
  })

  it('raises no new alert after an admin closed it', async () => {
    await strayPayment()
    await someDaysLater()
    const said = [...(await openAlerts(club, 'unknown-movement')), ...(await openAlerts(club, 'books'))]
    expect(said.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^txn_/),
      'equation 1',
      'equation 2',
    ])
    expect(said.at(-1)?.message).toContain('Balance at the provider: $6.50. Balance in the books: $0.00.')
    const ids = said.map(({ id }) => id)
    const seen = { resolvedAt: club.clock.now(), resolution: 'A sale of something else.' }
    await club.services.db.update(paymentAlerts).set(seen).where(inArray(paymentAlerts.id, ids))
    await earnTip(club, 1000)
    await someDaysLater()
    expect(await openAlerts(club, 'unknown-movement')).toEqual([])
    expect(await openAlerts(club, 'books')).toEqual([])
    await strayPayment()
    await someDaysLater()
    expect(await openAlerts(club, 'unknown-movement')).toHaveLength(1)
    expect(await openAlerts(club, 'books')).toHaveLength(2)
  })
})

it('resolves the alert of a movement that is booked by now', async () => {
  const { paymentIntentId, txnId } = await strayPayment()
  const message = 'It was not in the books.'
  for (const kind of ['missing-journal', 'unknown-movement'])
    await raiseAlert(club.services.db, club.services, { kind, subject: txnId, message })
  await reconcileTransactions(club.services)
  expect(await openAlerts(club, 'missing-journal')).toHaveLength(1)
  const personId = club.people.member.id
  await bookPayment(club.services, { paymentIntentId, sourceId: uuid(), personId, kind: 'tip' })
  await reconcileTransactions(club.services)
  expect(await openAlerts(club, 'missing-journal')).toEqual([])
  expect(await openAlerts(club, 'unknown-movement')).toEqual([])
})

it('books top-ups from the bank and their reversals', async () => {
  const add = (id: string, category: string, amount: number) =>
    onLine(club, async (request, send) =>
      new URL(request.url).pathname === `/v1/balance_transactions/${id}`
        ? Response.json({
            id,
            object: 'balance_transaction',
            amount,
            fee: 0,
            net: amount,
            currency: 'usd',
            created: 1_800_000_000,
            available_on: 1_800_000_000,
            reporting_category: category,
            source: null,
          })
        : send(request),
    )
  expect(await postTransaction(add('txn_added', 'topup', 5000), 'txn_added')).toBe('written')
  expect(await postTransaction(add('txn_back', 'topup_reversal', -2000), 'txn_back')).toBe('written')
  const lines = await club.services.db
    .select({ account: ledgerLines.account, cents: ledgerLines.amountCents })
    .from(ledgerLines)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerLines.journalId))
    .where(eq(ledgerJournals.kind, 'provider_payout'))
    .orderBy(desc(ledgerLines.amountCents))
  expect(lines).toEqual([
    { account: 'provider_balance', cents: 5000 },
    { account: 'bank', cents: 2000 },
    { account: 'provider_balance', cents: -2000 },
    { account: 'bank', cents: -5000 },
  ])
})

it('tolerates payments made during the walk', async () => {
  const tipOf = async (name: 'member' | 'otherMember') => {
    const person = club.people[name]
    const { customerId } = await saveCard(club, person, 'visa')
    await sendTip(club.services, { sender: { id: person.id, stripeCustomerId: customerId }, amount: 5 })
  }
  const booked = (count: number) => expect.poll(() => club.services.db.$count(ledgerJournals)).toBe(count)
  await tipOf('member')
  await booked(1)
  let walks = 0
  const busy = onLine(club, async (request, send) => {
    const answer = await send(request)
    if (new URL(request.url).pathname !== '/v1/balance_transactions') return answer
    walks += 1
    if (walks > 1) return answer
    await tipOf('otherMember')
    await booked(2)
    return answer
  })
  const { equations } = await measureBooks(busy)
  expect(equations.filter(({ holds }) => !holds)).toEqual([])
  // On the first attempt: every further attempt could see more payments.
  expect(walks).toBe(1)
  expect(equations[3]).toMatchObject({ left: { value: 1 }, right: { value: 1 } })
})
