import { eq, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { saveCard } from '#testing/saved-card.ts'
import { bookPayment, type PaymentToBook } from './book-payment.ts'
import { ledgerJournals, ledgerLines } from './schema.ts'
import { creatorShareCents } from './terms.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

async function paidFiveDollars(): Promise<PaymentToBook & { sourceId: string }> {
  const { stripe } = club.services.payments
  const { customerId, methodId } = await saveCard(club, club.people.member, 'visa')
  const intent = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer: customerId,
    payment_method: methodId,
    allowed_payment_method_types: ['card'],
    confirm: true,
    return_url: club.url,
  })
  return { paymentIntentId: intent.id, kind: 'tip', sourceId: uuid(), personId: club.people.member.id }
}

const journalsOf = ({ sourceId }: { sourceId: string }) =>
  club.services.db.select().from(ledgerJournals).where(eq(ledgerJournals.sourceId, sourceId))

async function bookedLines(payment: { sourceId: string }) {
  const rows = await club.services.db
    .select({ account: ledgerLines.account, amountCents: ledgerLines.amountCents })
    .from(ledgerLines)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerLines.journalId))
    .where(eq(ledgerJournals.sourceId, payment.sourceId))
  return Object.fromEntries(rows.map(({ account, amountCents }) => [account, amountCents]))
}

const inRole = (role: string, change: SQL) =>
  club.services.db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('session_replication_role', ${role}, true)`)
    await tx.execute(change)
  })

describe('creatorShareCents', () => {
  it('gives the odd cent to the platform', () => {
    expect([500, 1299, 974, 799, 1].map((cents) => creatorShareCents(cents, 7500))).toEqual([
      375, 974, 730, 599, 0,
    ])
  })
})

describe('the ledger', () => {
  it('takes amount, fee and time from the provider and sums to zero', async () => {
    const payment = await paidFiveDollars()
    await bookPayment(club.services, payment)
    const intent = await club.services.payments.stripe.paymentIntents.retrieve(payment.paymentIntentId, {
      expand: ['latest_charge.balance_transaction'],
    })
    const charge = intent.latest_charge
    const moved = charge && typeof charge !== 'string' ? charge.balance_transaction : null
    if (!moved || typeof moved === 'string') throw new Error('the sandbox has no balance transaction')
    expect(moved.fee).toBeGreaterThan(0)
    expect(await bookedLines(payment)).toEqual({
      provider_balance: 500 - moved.fee,
      provider_fees: moved.fee,
      creator_payable: -375,
      platform_revenue: -125,
    })
    const [journal] = await journalsOf(payment)
    expect(journal).toMatchObject({
      providerTxn: moved.id,
      currency: 'usd',
      occurredAt: new Date(moved.created * 1000),
    })
  })

  it('books a payment once under concurrent calls', async () => {
    const payment = await paidFiveDollars()
    await Promise.all([1, 2, 3, 4, 5].map(() => bookPayment(club.services, payment)))
    await bookPayment(club.services, payment)
    expect(await journalsOf(payment)).toHaveLength(1)
  })

  it('refuses a payment that did not succeed', async () => {
    const { stripe } = club.services.payments
    const { customerId } = await saveCard(club, club.people.member, 'visa')
    const intent = await stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer: customerId })
    const payment = { ...(await paidFiveDollars()), paymentIntentId: intent.id }
    await expect(bookPayment(club.services, payment)).rejects.toThrow('only a succeeded payment')
    expect(await journalsOf(payment)).toHaveLength(0)
  })

  it('cannot be changed in the database, even with triggers disabled', async () => {
    const payment = await paidFiveDollars()
    await bookPayment(club.services, payment)
    const before = await bookedLines(payment)
    for (const change of [
      sql`update ledger_lines set amount_cents = amount_cents * 2`,
      sql`delete from ledger_lines`,
      sql`update ledger_journals set currency = 'eur'`,
      sql`delete from ledger_journals`,
      sql`truncate ledger_journals cascade`,
    ])
      for (const role of ['origin', 'replica'])
        await expect(inRole(role, change)).rejects.toMatchObject({
          cause: { message: expect.stringContaining('append-only') },
        })
    expect(await bookedLines(payment)).toEqual(before)
  })

  it('refuses a journal without lines or with a nonzero sum', async () => {
    const { db } = club.services
    const write = (lines: ['bank' | 'provider_balance', number][]) =>
      db.transaction(async (tx) => {
        const id = uuid()
        await tx.insert(ledgerJournals).values({
          id,
          kind: 'tip',
          providerTxn: `txn_by_hand_${id}`,
          sourceId: uuid(),
          personId: club.people.member.id,
          shareBasisPoints: 7500,
          occurredAt: club.clock.now(),
          currency: 'usd',
        })
        for (const [account, amountCents] of lines)
          await tx.insert(ledgerLines).values({ journalId: id, account, amountCents })
      })
    const unbalanced = { cause: { message: expect.stringContaining('does not balance') } }
    await expect(
      write([
        ['bank', 100],
        ['provider_balance', -99],
      ]),
    ).rejects.toMatchObject(unbalanced)
    await expect(write([])).rejects.toMatchObject(unbalanced)
    await write([
      ['bank', 100],
      ['provider_balance', -100],
    ])
  })
})
