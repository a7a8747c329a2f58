import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '#db/database.ts'
import { createPerson } from '#features/people/create-person.ts'
import { type JournalKind, ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { termsAt } from '#features/ledger/terms.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { type Club, openEmptyClub } from '#testing/club.ts'
import { closeDueStatements } from './close-statements.ts'
import { heldCents } from './held.ts'
import { daysBefore, endOf, monthOf } from '#time/months.ts'

let club: Omit<Club, 'people'>
let personId: string
beforeAll(async () => {
  club = await openEmptyClub()
  const creator = { firstName: 'Sam', lastName: 'Whitlock', role: 'creator', isMainInfluencer: true } as const
  const createdAt = new Date('2026-01-01')
  personId = (await createPerson(club.services.db, { ...creator, createdAt, email: 'sam@club.example' })).id
})
afterAll(() => club.close())

const dayMs = 24 * 60 * 60 * 1000
const plus = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs)

type Booking = { kind: JournalKind; at: Date; cents: number; payment?: string; availableAt?: Date | null }

async function book(
  tx: Transaction,
  { kind, at, cents, payment, availableAt = null }: Booking,
): Promise<string> {
  const id = await writeJournal(tx, {
    kind,
    providerTxn: `txn_${uuid()}`,
    personId,
    paymentJournalId: payment ?? null,
    shareBasisPoints: payment ? null : 7500,
    occurredAt: at,
    availableAt,
    currency: 'usd',
    // A creator share can be zero.
    moves: { creator_payable: -cents, provider_balance: cents + 1, platform_revenue: -1 },
  })
  return id!
}

/** Later reversals of a payment: days later, and the reversed fraction. */
const histories: [JournalKind, days: number, part: number][][] = [
  [],
  [['refund', 1, -0.4]],
  [['refund', 0, -1]],
  [
    ['refund', 1, -0.4],
    ['refund', 9, -0.6],
  ],
  [
    ['refund', 2, -1],
    ['refund_failed', 5, 1],
  ],
  [['dispute', 6, -1.2]],
  [
    ['dispute', 3, -1],
    ['dispute_reversed', 20, 1],
  ],
  [
    ['refund', 1, -0.4],
    ['dispute', 3, -1],
    ['dispute_reversed', 4, 1],
    ['refund', 30, -0.1],
  ],
]

/** Days until a payment is available; null when unknown. */
const available = [null, 2, 45]

async function bookDays(tx: Transaction, first: Date, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1)
    for (const [number, history] of histories.entries()) {
      const at = plus(first, day + number / 24)
      const kind = number % 2 ? 'subscription' : 'tip'
      const cents = (day + number) % 11 ? 1000 + 10 * day : 0
      const wait = available[(day + number) % available.length]!
      const availableAt = wait === null ? null : plus(at, wait)
      const payment = await book(tx, { kind, at, cents, availableAt })
      for (const [back, later, part] of history)
        await book(tx, { kind: back, at: plus(at, later), cents: Math.round(1000 * part), payment })
    }
}

/** Reference implementation: each payment with all its reversals. */
async function plainCents(before: Date, at: Date): Promise<number> {
  const { db } = club.services
  const youngest = daysBefore(at, (await termsAt(db, at)).holdDays)
  const lines = (await db.select().from(ledgerLines)).filter(({ account }) => account === 'creator_payable')
  const centsOf = new Map(lines.map(({ journalId, amountCents }) => [journalId, -amountCents]))
  const journals = (await db.select().from(ledgerJournals)).filter(({ occurredAt }) => occurredAt < before)
  return journals
    .filter(({ kind }) => kind === 'tip' || kind === 'subscription')
    .filter(({ occurredAt, availableAt }) => occurredAt > youngest || (availableAt && availableAt > at))
    .map(({ id }) =>
      journals
        .filter((one) => one.id === id || one.paymentJournalId === id)
        .reduce((sum, one) => sum + (centsOf.get(one.id) ?? 0), 0),
    )
    .reduce((sum, cents) => sum + Math.max(0, cents), 0)
}

describe('the held amount of recent payments', () => {
  it('is their sum after refunds, disputes and reversals', async () => {
    await club.services.db.transaction((tx) => bookDays(tx, new Date('2026-01-10T00:00:00Z'), 70))
    const compare = async (at: Date) => {
      for (const before of [endOf(monthOf(at)), new Date(`${monthOf(at)}T00:00:00Z`), plus(at, -10)]) {
        const held = await heldCents(club.services.db, { before, at })
        expect({ at, before, held }).toEqual({ at, before, held: await plainCents(before, at) })
      }
      return heldCents(club.services.db, { before: endOf(monthOf(at)), at })
    }
    const moments = ['2026-02-04', '2026-02-12', '2026-03-04', '2026-03-11', '2026-03-25', '2026-04-04']
    for (const moment of moments) {
      const at = new Date(`${moment}T00:10:00Z`)
      expect(await compare(at)).toBeGreaterThan(0)
      club.clock.set(at)
      expect(await closeDueStatements(club.services)).toHaveLength(moment.endsWith('-04') ? 1 : 0)
      expect(await compare(at)).toBeGreaterThan(0)
    }
  })
})
