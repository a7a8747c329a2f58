import type { BalanceCheck } from '@touchline/contract/ledger.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { tips } from '#features/tips/schema.ts'
import { withRefusals } from '#payments/provider-errors.ts'
import { type BookedTotals, bookedTotals } from './booked-totals.ts'
import { type ViolatingRow, addRow, toBalanceCheck } from './check-result.ts'
import { addTotals, type Totals } from './checkpoint.ts'
import {
  type Comparison,
  compareTransactions,
  type BookServices,
  unbookedNote,
} from './compare-transactions.ts'
import { coverageCheck, oneEachCheck, payableCheck, payoutCheck } from './internal-checks.ts'

/** Finds tips booked twice, or completed before `before` and not booked. */
async function tipViolations(db: Queryable, before: Date): Promise<ViolatingRow[]> {
  const twice = sql`
    select j.source_id as id, 'is in the books ' || count(*) || ' times: ' || string_agg(j.provider_txn, ', ') as note
    from ${ledgerJournals} j where j.kind = 'tip' and j.source_id is not null
    group by j.source_id having count(*) > 1 limit 20`
  const never = sql`
    select t.id, 'is completed, and not in the books' as note from ${tips} t
    where t.status = 'completed' and t.completed_at <= ${before}
    and not exists (select 1 from ${ledgerJournals} j where j.source_id = t.id and j.kind = 'tip') limit 20`
  return [...(await rowsOf(db, twice)), ...(await rowsOf(db, never))]
}

async function rowsOf(db: Queryable, query: SQL): Promise<ViolatingRow[]> {
  const { rows } = await db.execute<ViolatingRow>(query)
  return rows.map(({ id, note }) => ({ id, note }))
}

/** `reached`: everything matched up to here; null when something besides known exceptions differs. */
export type Measurement = { equations: BalanceCheck[]; reached: Comparison['reached'] }

type Options = { isWhole?: boolean; toleranceMs?: number }

const maxAttempts = 3
/** The provider may settle a tip late, and the booking job backs off with each attempt. */
const tipLateMs = 2 * 60 * 60_000

/** A difference is measured again, because money may move in the meantime. Throws 503 while the provider is away. */
export async function measureBooks(services: BookServices, options: Options = {}): Promise<Measurement> {
  let measured = await measure(services, options)
  for (let attempt = 1; attempt < maxAttempts && !measured.isSettled; attempt += 1)
    measured = await measure(services, options)
  const { equations, reached } = measured
  return { equations, reached }
}

/** `isSettled`: nothing differs except known exceptions, which measuring again would not remove. */
async function measure(
  services: BookServices,
  options: Options,
): Promise<Measurement & { isSettled: boolean }> {
  const { db, clock } = services
  // Read before the walk: movements during the walk count on neither side.
  const balanceCents = await providerBalance(services)
  const compared = await compareTransactions(services, options)
  const books = await bookedTotals(db, compared.cut)
  const lateSince = new Date(clock.now().getTime() - (options.toleranceMs ?? tipLateMs))
  const late = await tipViolations(db, lateSince)
  const [transactions, balance, tipPayments] = providerChecks(compared, { balanceCents, books, late })
  const excepted = compared.exceptions.reduce<Totals>(addTotals, compared.onItsWay)
  const isEqual = providerChecks(
    { ...compared, exceptions: [], onItsWay: excepted },
    // A tip without a journal is an internal difference and does not affect the checkpoint.
    { balanceCents, books, late: [] },
  ).every(({ holds }) => holds)
  const payable = await payableCheck(db)
  const internal = [await coverageCheck(db, clock.now()), await oneEachCheck(db), await payoutCheck(db)]
  return {
    equations: [transactions, balance, payable, tipPayments, ...internal],
    reached: isEqual ? compared.reached : null,
    isSettled: isEqual && late.length === 0 && [payable, ...internal].every(({ holds }) => holds),
  }
}

type Sums = { balanceCents: number; books: BookedTotals; late: ViolatingRow[] }

const providerChecks = (
  compared: Comparison,
  { balanceCents, books, late }: Sums,
): [BalanceCheck, BalanceCheck, BalanceCheck] => [
  transactionsCheck(compared, books),
  providerBalanceCheck(balanceCents, books, compared.onItsWay),
  tipsCheck(compared, books, late),
]

async function providerBalance({ payments }: BookServices): Promise<number> {
  const { available, pending } = await withRefusals(payments.stripe.balance.retrieve())
  return [...available, ...pending]
    .filter(({ currency }) => currency === 'usd')
    .reduce((sum, { amount }) => sum + amount, 0)
}

function transactionsCheck(
  { provider, onItsWay, exceptions, ...compared }: Comparison,
  books: BookedTotals,
): BalanceCheck {
  const rows = [...compared.rows]
  for (const { id, netCents } of exceptions) addRow(rows, { id, note: unbookedNote(netCents) })
  const sums = (['netCents', 'feeCents'] as const).flatMap((sum) =>
    provider[sum] - onItsWay[sum] === books[sum]
      ? []
      : [{ id: sum, note: `${provider[sum] - onItsWay[sum]} at the provider, ${books[sum]} in the books` }],
  )
  return toBalanceCheck({
    number: 1,
    name: 'Every movement at the provider is in the books once, with the same amount and fee',
    unit: 'count',
    left: { label: 'Movements at the provider', value: provider.count - onItsWay.count },
    right: { label: 'Journals of them', value: books.count },
    rows: rows.length > 0 ? rows : sums,
  })
}

const providerBalanceCheck = (balanceCents: number, books: BookedTotals, onItsWay: Totals): BalanceCheck =>
  toBalanceCheck({
    number: 2,
    name: 'The books know what is in the account at the provider',
    unit: 'cents',
    left: { label: 'Balance at the provider', value: balanceCents - onItsWay.netCents },
    right: { label: 'Balance in the books', value: books.balanceCents },
  })

function tipsCheck(
  { provider, onItsWay, exceptions, tipRows }: Comparison,
  books: BookedTotals,
  late: ViolatingRow[],
): BalanceCheck {
  const rows = [...tipRows]
  for (const { id, tipCount } of exceptions)
    if (tipCount > 0) addRow(rows, { id, note: 'paid a tip that is not completed' })
  for (const row of late) addRow(rows, row)
  return toBalanceCheck({
    number: 4,
    name: 'Every completed tip was paid, and every paid tip is completed',
    unit: 'count',
    left: { label: 'Completed tips', value: books.tipCount },
    right: { label: 'Payments of tips at the provider', value: provider.tipCount - onItsWay.tipCount },
    rows,
  })
}
