import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { memberships } from '#features/subscriptions/schema.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import { writeSetting } from '#payments/settings.ts'
import { type Club, openClub } from '#testing/club.ts'
import { openAlerts } from '#testing/open-alerts.ts'
import { onLine } from '#testing/provider-line.ts'
import { bookPayment } from '#features/ledger/book-payment.ts'
import { checkBooks, lastCheck } from './check-books.ts'
import { postTransaction } from './post-transaction.ts'
import { reconcileDaily, reconcileHourly } from './reconcile.ts'
import { reconcileTransactions } from './reconcile-transactions.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

let club: Club
beforeEach(async () => {
  await club?.close()
  club = await openClub()
  // The demo memberships have no provider.
  await club.services.db.delete(memberships)
  club.services.payments.sandbox!.control.webhooks.pause()
})
afterAll(() => club.close())

const hourMs = 60 * 60_000

/** Subjects of the open alerts, sorted, as alerts of the same millisecond have no order. */
const subjectsOf = async (kind: string) =>
  (await openAlerts(club, kind)).map(({ subject }) => subject).toSorted()

/** Replaces the responses of one provider path. */
const answering = (path: string, answer: () => Response) =>
  onLine(club, async (request, send) => (new URL(request.url).pathname === path ? answer() : send(request)))

const broken = () =>
  Response.json({ error: { type: 'invalid_request_error', message: 'No such key.' } }, { status: 403 })

it('raises an alert for a failed step until the step succeeds', async () => {
  await reconcileDaily(answering('/v1/balance_transactions', broken))
  await reconcileHourly(answering('/v1/events', broken))
  expect(await subjectsOf('reconciliation')).toEqual(['checkBooks', 'reconcileTransactions', 'replayEvents'])
  for (const { message } of await openAlerts(club, 'reconciliation'))
    expect(message).toContain('does not answer right now')
  await reconcileDaily(club.services)
  expect(await subjectsOf('reconciliation')).toEqual(['replayEvents'])
  await reconcileHourly(club.services)
  expect(await subjectsOf('reconciliation')).toEqual([])
})

it('does not report an unbookable movement as booked', async () => {
  await club.services.payments.stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: club.url,
  })
  const { data } = await club.services.payments.stripe.balanceTransactions.list({ limit: 1 })
  const about = { kind: 'missing-journal', subject: data[0]!.id }
  await raiseAlert(club.services.db, club.services, { ...about, message: 'It could not be written yet.' })
  club.clock.advance(hourMs)
  await reconcileTransactions(club.services)
  const [closed] = await club.services.db
    .select()
    .from(paymentAlerts)
    .where(eq(paymentAlerts.kind, 'missing-journal'))
  expect(closed?.resolution).toBe('It does not belong in the books; a separate alert explains why.')
})

it('ignores a saved check in an earlier format', async () => {
  const { db, clock } = club.services
  await writeSetting(db, clock, 'books_check', JSON.stringify({ checkedAt: 'yesterday', sums: [] }))
  expect(await lastCheck(club.services)).toEqual({ checkedAt: null, equations: [] })
  expect((await checkBooks(club.services)).equations).toHaveLength(7)
})

const movement = (id: string, more: Record<string, unknown>) =>
  answering(`/v1/balance_transactions/${id}`, () =>
    Response.json({
      id,
      object: 'balance_transaction',
      currency: 'usd',
      created: 1_800_000_000,
      available_on: 1_800_000_000,
      source: null,
      ...more,
    }),
  )

it('books the provider’s monthly fee without touching shares', async () => {
  const monthly = { amount: -1200, fee: 0, net: -1200, type: 'stripe_fee', reporting_category: 'fee' }
  expect(await postTransaction(movement('txn_monthly', monthly), 'txn_monthly')).toBe('written')
  expect(await postTransaction(movement('txn_monthly', monthly), 'txn_monthly')).toBe('known')
  const lines = await club.services.db
    .select({ kind: ledgerJournals.kind, account: ledgerLines.account, cents: ledgerLines.amountCents })
    .from(ledgerLines)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerLines.journalId))
    .orderBy(desc(ledgerLines.amountCents))
  expect(lines).toEqual([
    { kind: 'provider_fee', account: 'provider_fees', cents: 1200 },
    { kind: 'provider_fee', account: 'provider_balance', cents: -1200 },
  ])
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
})

it('does not book other currencies and raises an alert', async () => {
  const inEuros = { amount: 1299, fee: 68, net: 1231, currency: 'eur', reporting_category: 'fee' }
  expect(await postTransaction(movement('txn_euros', inEuros), 'txn_euros')).toBe('left')
  const paid = await club.services.payments.stripe.paymentIntents.create({
    amount: 700,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: club.url,
  })
  const elsewhere = onLine(club, async (request, send) => {
    const answer = await send(request)
    return new Response((await answer.text()).replaceAll('"currency":"usd"', '"currency":"eur"'), answer)
  })
  await bookPayment(elsewhere, { paymentIntentId: paid.id, kind: 'tip', sourceId: null, personId: null })
  expect(await club.services.db.select().from(ledgerJournals)).toEqual([])
  expect(await openAlerts(club, 'unknown-movement')).toMatchObject([
    { subject: 'txn_euros', message: expect.stringContaining('(12.31 EUR) settled in a currency other') },
    { message: expect.stringContaining('(6.50 EUR) settled') },
  ])
})
