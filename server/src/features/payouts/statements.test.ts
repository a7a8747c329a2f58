import { asc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { ledgerDisputes, type JournalKind } from '#features/ledger/schema.ts'
import { changeTerms } from '#features/ledger/terms.ts'
import { type NewJournal, writeJournal } from '#features/ledger/write-journal.ts'
import { type Club, openEmptyClub } from '#testing/club.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { approvePayout } from './approve-payout.ts'
import { closeDueStatements } from './close-statements.ts'
import { runningMonth } from './running-month.ts'
import { payoutLines, payoutStatements } from './schema.ts'

const creatorEmail = 'sam@club.example'

let club: Omit<Club, 'people'>
let personId: string
beforeEach(async () => {
  await club?.close()
  club = await openEmptyClub()
  const person = { firstName: 'Sam', lastName: 'Whitlock', createdAt: new Date('2026-01-01') }
  const creator = { ...person, email: creatorEmail, role: 'creator', isMainInfluencer: true } as const
  personId = (await createPerson(club.services.db, creator)).id
})
afterAll(() => club.close())

let entries = 0

/** A journal that changes the creator balance by `cents`. */
async function book(
  kind: JournalKind,
  at: string,
  cents: number,
  more: Partial<NewJournal> = {},
): Promise<string> {
  entries += 1
  const isPayment = kind === 'tip' || kind === 'subscription'
  const id = await club.services.db.transaction((tx) =>
    writeJournal(tx, {
      kind,
      providerTxn: `txn_${entries}`,
      sourceId: uuid(),
      personId,
      shareBasisPoints: isPayment ? 7500 : null,
      occurredAt: new Date(at),
      availableAt: isPayment ? new Date(new Date(at).getTime() + 2 * dayMs) : null,
      currency: 'usd',
      moves: { creator_payable: -cents, provider_balance: cents },
      ...more,
    }),
  )
  return id ?? ''
}

const dayMs = 24 * 60 * 60 * 1000

const closeAt = async (moment: string) => {
  club.clock.set(new Date(moment))
  return closeDueStatements(club.services)
}

const runningAt = (moment: string) => runningMonth(club.services.db, personId, new Date(moment))

const statements = () => club.services.db.select().from(payoutStatements).orderBy(asc(payoutStatements.month))

const monthsAndLines = async () => {
  const rows = await club.services.db
    .select({ month: payoutStatements.month, amountCents: payoutLines.amountCents })
    .from(payoutLines)
    .innerJoin(payoutStatements, eq(payoutStatements.id, payoutLines.statementId))
    .orderBy(asc(payoutStatements.month), asc(payoutLines.amountCents))
  return rows.map(({ month, amountCents }) => [month.slice(0, 7), amountCents])
}

describe('a month', () => {
  it('closes exactly three days after its end in UTC', async () => {
    await book('tip', '2026-03-10T12:00:00Z', 375)
    expect(await closeAt('2026-04-03T23:59:59Z')).toEqual([])
    expect(await closeAt('2026-04-04T00:00:00Z')).toMatchObject([
      { month: '2026-03-01', openingCents: 0, closingCents: 375, heldCents: 0, payableCents: 375 },
    ])
    expect(await closeAt('2026-04-04T00:00:01Z')).toEqual([])
    await expect
      .poll(async () => (await emailsTo(club, creatorEmail)).join())
      .toMatch(/Your statement for March 2026 is ready[^]*\$3\.75 will be paid out/)
  })

  it('contains each line once across UTC boundaries, leap days and clock changes [fault 40]', async () => {
    const moments: [string, number, string][] = [
      ['2028-01-31T23:59:59.999Z', 1, '2028-01'],
      ['2028-02-01T00:00:00.000Z', 2, '2028-02'],
      // Still January in New York, already March in Tokyo.
      ['2028-02-01T03:00:00.000Z', 3, '2028-02'],
      ['2028-02-29T18:00:00.000Z', 4, '2028-02'],
      ['2028-02-29T23:59:59.999Z', 5, '2028-02'],
      // Daylight saving time starts on the 26th in Europe and on the 12th in America.
      ['2028-03-12T07:30:00.000Z', 6, '2028-03'],
      ['2028-03-26T01:30:00.000Z', 7, '2028-03'],
      ['2028-03-31T22:30:00.000Z', 8, '2028-03'],
      ['2028-03-31T23:59:59.999Z', 9, '2028-03'],
    ]
    for (const [at, cents] of moments) await book('subscription', at, cents)
    await closeAt('2028-04-04T00:00:00Z')
    expect(await monthsAndLines()).toEqual(moments.map(([, cents, month]) => [month, cents]))
  })

  it('is the running month until it is closed', async () => {
    await book('tip', '2026-03-10T12:00:00Z', 375)
    expect(await runningAt('2026-04-02T00:00:00Z')).toMatchObject({
      month: '2026-03-01',
      closesAt: new Date('2026-04-04T00:00:00Z'),
      closingCents: 375,
    })
    await closeAt('2026-04-04T00:00:00Z')
    expect(await runningAt('2026-04-04T00:00:00Z')).toMatchObject({ month: '2026-04-01', openingCents: 375 })
  })

  it('is closed late, oldest first, once under concurrent calls', async () => {
    await book('tip', '2026-01-10T12:00:00Z', 100)
    await book('tip', '2026-03-10T12:00:00Z', 300)
    club.clock.set(new Date('2026-05-06T00:00:00Z'))
    await Promise.all([1, 2, 3].map(() => closeDueStatements(club.services)))
    expect(await statements()).toMatchObject([
      { month: '2026-01-01', openingCents: 0, closingCents: 100, state: 'carried' },
      { month: '2026-02-01', openingCents: 100, closingCents: 100, state: 'carried' },
      { month: '2026-03-01', openingCents: 100, closingCents: 400, state: 'carried' },
      { month: '2026-04-01', openingCents: 400, closingCents: 400, payableCents: 400, state: 'closed' },
    ])
    await expect.poll(() => emailsTo(club, creatorEmail)).toHaveLength(1)
  })

  it('is closed once when the clock is set back [R-17]', async () => {
    await book('tip', '2026-03-10T12:00:00Z', 375)
    expect(await closeAt('2026-04-04T00:05:00Z')).toHaveLength(1)
    const [march] = await statements()
    for (const earlier of ['2026-04-03T23:05:00Z', '2026-03-31T23:30:00Z', '2026-02-28T12:00:00Z'])
      expect(await closeAt(earlier)).toEqual([])
    // Paid while the clock was set back: in a month that is already closed.
    await book('tip', '2026-03-31T23:40:00Z', 150)
    expect(await closeAt('2026-04-04T00:05:00Z')).toEqual([])
    expect(await closeAt('2026-05-04T00:00:00Z')).toMatchObject([{ month: '2026-04-01', openingCents: 375 }])
    expect(await closeAt('2026-05-03T23:00:00Z')).toEqual([])
    expect(await statements()).toMatchObject([{ ...march, state: 'carried' }, { closingCents: 525 }])
    expect(await monthsAndLines()).toEqual([
      ['2026-03', 375],
      ['2026-04', 150],
    ])
  })

  it('includes late bookings', async () => {
    await book('tip', '2026-01-10T12:00:00Z', 100)
    await closeAt('2026-02-04T00:00:00Z')
    await book('tip', '2026-01-31T12:00:00Z', 20)
    await book('tip', '2026-02-10T12:00:00Z', 3)
    await closeAt('2026-03-04T00:00:00Z')
    expect(await monthsAndLines()).toEqual([
      ['2026-01', 100],
      ['2026-02', 3],
      ['2026-02', 20],
    ])
  })

  it('moves later refunds to the next statement and carries a negative balance', async () => {
    const paymentJournalId = await book('tip', '2026-01-10T12:00:00Z', 375)
    await closeAt('2026-02-04T00:00:00Z')
    await book('refund', '2026-02-05T12:00:00Z', -375, { paymentJournalId })
    await book('dispute', '2026-02-06T12:00:00Z', -100)
    await closeAt('2026-03-04T00:00:00Z')
    expect(await statements()).toMatchObject([
      { closingCents: 375, payableCents: 375, state: 'carried' },
      { openingCents: 375, closingCents: -100, heldCents: 0, payableCents: 0, state: 'closed' },
    ])
  })
})

describe('the held amount of a statement', () => {
  it('covers recent and unavailable payments, less reversals', async () => {
    await book('tip', '2026-01-27T23:59:59Z', 1)
    await book('tip', '2026-01-28T00:00:01Z', 20)
    await book('tip', '2026-01-10T00:00:00Z', 300, { availableAt: new Date('2026-02-04T00:00:01Z') })
    const paymentJournalId = await book('tip', '2026-01-29T00:00:00Z', 4000)
    await book('refund', '2026-01-30T00:00:00Z', -4000, { paymentJournalId })
    expect(await closeAt('2026-02-04T00:00:00Z')).toMatchObject([
      { closingCents: 321, heldCents: 320, payableCents: 1 },
    ])
  })

  it('uses the hold in effect at the close', async () => {
    await book('tip', '2026-01-20T00:00:00Z', 100)
    club.clock.set(new Date('2026-01-21T00:00:00Z'))
    await changeTerms(club.services, { holdDays: 30 }, null)
    club.clock.set(new Date('2026-02-05T00:00:00Z'))
    await changeTerms(club.services, { holdDays: 0 }, null)
    expect(await closeAt('2026-02-06T00:00:00Z')).toMatchObject([{ heldCents: 100, payableCents: 0 }])
  })

  it('counts a recent disputed payment once, and only the rest of a disputed one', async () => {
    const { db } = club.services
    await book('tip', '2026-01-02T00:00:00Z', 5000)
    await book('tip', '2026-01-30T00:00:00Z', 750, { providerTxn: 'txn_young' })
    const refunded = await book('tip', '2026-01-03T00:00:00Z', 750, { providerTxn: 'txn_refunded' })
    await book('refund', '2026-01-04T00:00:00Z', -700, { paymentJournalId: refunded })
    // Paid in the current month, so not part of this statement.
    await book('tip', '2026-02-01T00:00:00Z', 750, { providerTxn: 'txn_later' })
    for (const name of ['young', 'refunded', 'later'])
      await db.insert(ledgerDisputes).values({
        id: `du_${name}`,
        paymentIntentId: `pi_${name}`,
        paymentTxn: `txn_${name}`,
        personId,
        amountCents: 1000,
        reason: 'fraudulent',
        status: 'needs_response',
        openedAt: new Date('2026-02-02T00:00:00Z'),
      })
    expect(await closeAt('2026-02-04T00:00:00Z')).toMatchObject([
      { closingCents: 5800, heldCents: 800, payableCents: 5000 },
    ])
  })

  it('covers a dispute until it is booked or closed', async () => {
    const { db } = club.services
    const paymentTxn = 'txn_disputed'
    const paymentJournalId = await book('subscription', '2026-01-05T00:00:00Z', 974, {
      providerTxn: paymentTxn,
    })
    const dispute = { personId, amountCents: 1299, reason: 'fraudulent', status: 'needs_response' }
    const opened = { ...dispute, openedAt: new Date('2026-01-20T00:00:00Z') }
    await db.insert(ledgerDisputes).values([
      { id: 'du_1', paymentIntentId: 'pi_1', paymentTxn, ...opened },
      { id: 'du_2', paymentIntentId: 'pi_2', ...opened, closedAt: new Date('2026-01-25T00:00:00Z') },
    ])
    expect(await closeAt('2026-02-04T00:00:00Z')).toMatchObject([
      { closingCents: 974, heldCents: 974, payableCents: 0 },
    ])
    // Another dispute of the same person is irrelevant.
    const other = await book('tip', '2026-01-06T00:00:00Z', 100)
    await book('dispute', '2026-01-21T00:00:00Z', -100, { paymentJournalId: other })
    expect(await closeAt('2026-03-04T00:00:00Z')).toMatchObject([
      { closingCents: 974, heldCents: 974, payableCents: 0 },
    ])
    await book('dispute', '2026-03-05T00:00:00Z', -974, { paymentJournalId })
    expect(await closeAt('2026-04-04T00:00:00Z')).toMatchObject([
      { closingCents: 0, heldCents: 0, payableCents: 0 },
    ])
    await book('dispute_reversed', '2026-04-10T00:00:00Z', 974, { paymentJournalId })
    await db.update(ledgerDisputes).set({ closedAt: new Date('2026-04-10T00:00:00Z') })
    expect(await closeAt('2026-05-04T00:00:00Z')).toMatchObject([
      { closingCents: 974, heldCents: 0, payableCents: 974 },
    ])
  })
})

describe('a club that earns more than 32 bits of cents', () => {
  it('closes its months and refuses the oversized payout', async () => {
    for (const day of ['10', '11', '12']) await book('tip', `2026-01-${day}T12:00:00Z`, 2_000_000_000)
    const [january] = await closeAt('2026-02-04T00:00:00Z')
    expect(january).toMatchObject({ closingCents: 6_000_000_000, payableCents: 6_000_000_000 })
    await book('tip', '2026-02-10T12:00:00Z', 2_000_000_000)
    const [february] = await closeAt('2026-03-04T00:00:00Z')
    expect(february).toMatchObject({ openingCents: 6_000_000_000, closingCents: 8_000_000_000 })
    const approval = { statementId: february!.id, expectedCents: 8_000_000_000, approvedBy: personId }
    await expect(approvePayout(club.services, approval)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('at most $21,474,836.47'),
    })
  })
})

describe('a closed statement', () => {
  it('cannot be changed, not even in the database', async () => {
    const { db } = club.services
    await book('tip', '2026-01-10T12:00:00Z', 100)
    await closeAt('2026-02-04T00:00:00Z')
    for (const change of [
      sql`update payout_statements set payable_cents = 1000000`,
      sql`delete from payout_statements`,
      sql`update payout_lines set amount_cents = 7`,
      sql`delete from payout_lines`,
    ])
      await expect(db.execute(change)).rejects.toMatchObject({
        cause: { code: '23000' },
      })
    expect(await statements()).toMatchObject([{ payableCents: 100 }])
  })
})
