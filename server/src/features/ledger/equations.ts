import type { Equation } from '@touchline/contract/ledger.ts'
import { sql } from 'drizzle-orm'
import { answerOf } from '#payments/provider-errors.ts'
import type { Totals } from './checkpoint.ts'
import { type Comparison, compareTransactions, type ForBooks } from './compare-transactions.ts'
import { toEquation } from './equation.ts'
import { coverageEquation, oneEachEquation, payableEquation, payoutEquation } from './equations-at-home.ts'

export type Measured = { equations: Equation[]; reached: Comparison['reached'] }

type Options = { isWhole?: boolean; toleranceMs?: number }

const tries = 3

/**
 * Measures the seven equations that hold while the books are right. What moves while it is measured is no break: with a
 * difference it is measured again. Refuses with 503 while the provider does not answer.
 */
export async function measureBooks(services: ForBooks, options: Options = {}): Promise<Measured> {
  let measured = await measure(services, options)
  for (let time = 1; time < tries && !measured.equations.every(({ holds }) => holds); time += 1)
    measured = await measure(services, options)
  return measured
}

async function measure(services: ForBooks, options: Options): Promise<Measured> {
  const { db, clock } = services
  const compared = await compareTransactions(services, options)
  const balanceCents = await providerBalance(services)
  const books = await bookedTotals(services)
  return {
    reached: compared.reached,
    equations: [
      transactionsEquation(compared, books),
      balanceEquation(balanceCents, books, compared.onItsWay),
      await payableEquation(db),
      tipsEquation(compared, books),
      await coverageEquation(db, clock.now()),
      await oneEachEquation(db),
      await payoutEquation(db),
    ],
  }
}

type BookedTotals = Totals & { balanceCents: number }

/** The same sums from the books, over the journals of the provider's movements; and all that moved its balance. */
async function bookedTotals({ db }: ForBooks): Promise<BookedTotals> {
  const { rows } = await db.execute<Record<keyof BookedTotals, string | number>>(sql`
    select (select count(*) from ledger_journals where provider_txn is not null) as "count",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_balance' and j.provider_txn is not null), 0) as "netCents",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_fees' and j.provider_txn is not null), 0) as "feeCents",
      coalesce(sum(l.amount_cents) filter (where l.account = 'provider_balance'), 0) as "balanceCents",
      (select count(*) from tips where status = 'completed') as "tipCount"
    from ledger_journals j join ledger_lines l on l.journal_id = j.id`)
  const [sums] = rows
  if (!sums) throw new Error('the books gave no sums')
  return {
    count: Number(sums.count),
    netCents: Number(sums.netCents),
    feeCents: Number(sums.feeCents),
    balanceCents: Number(sums.balanceCents),
    tipCount: Number(sums.tipCount),
  }
}

async function providerBalance({ payments }: ForBooks): Promise<number> {
  const { available, pending } = await answerOf(payments.stripe.balance.retrieve())
  return [...available, ...pending]
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function transactionsEquation({ provider, onItsWay, rows }: Comparison, books: BookedTotals): Equation {
  const sums = (['netCents', 'feeCents'] as const).flatMap((sum) =>
    provider[sum] - onItsWay[sum] === books[sum]
      ? []
      : [{ id: sum, note: `${provider[sum] - onItsWay[sum]} at the provider, ${books[sum]} in the books` }],
  )
  return toEquation({
    number: 1,
    name: 'Every movement at the provider is in the books once, with the same amount and fee',
    unit: 'count',
    left: { label: 'Movements at the provider', value: provider.count - onItsWay.count },
    right: { label: 'Journals of them', value: books.count },
    rows: rows.length > 0 ? rows : sums,
  })
}

const balanceEquation = (balanceCents: number, books: BookedTotals, onItsWay: Totals): Equation =>
  toEquation({
    number: 2,
    name: 'The books know what is in the account at the provider',
    unit: 'cents',
    left: { label: 'Balance at the provider', value: balanceCents - onItsWay.netCents },
    right: { label: 'Balance in the books', value: books.balanceCents },
  })

const tipsEquation = ({ provider, onItsWay, tipRows }: Comparison, books: BookedTotals): Equation =>
  toEquation({
    number: 4,
    name: 'Every completed tip was paid, and every paid tip is completed',
    unit: 'count',
    left: { label: 'Completed tips', value: books.tipCount },
    right: { label: 'Payments of tips at the provider', value: provider.tipCount - onItsWay.tipCount },
    rows: tipRows,
  })
