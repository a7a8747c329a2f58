import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { heldCents } from './held.ts'
import { statementReady } from './emails.ts'
import { closesAt, endOf, monthAfter } from '#time/months.ts'
import { monthToClose } from './month-to-close.ts'
import { newestStatement, type PaidCreator, paidCreator } from './queries.ts'
import { type PayoutStatement, payoutStatements } from './schema.ts'

/** Lock name for closing and paying, so that neither sees the other half done. */
export const statementsLock = 'payout-statements'

/** Closes the oldest first, each in its own transaction; safe to repeat. Emails the creator about the newest. */
export async function closeDueStatements(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
): Promise<PayoutStatement[]> {
  const { db, clock, mail, address } = services
  const written: PayoutStatement[] = []
  for (;;) {
    const statement = await db.transaction(async (tx) => {
      await lockUntilCommit(tx, statementsLock)
      const creator = await paidCreator(tx)
      const month = creator && (await monthToClose(tx, creator.id))
      const now = clock.now()
      if (!creator || !month || closesAt(month) > now) return null
      const closed = await closeMonth(tx, { creator, month, now })
      const isNewest = closesAt(monthAfter(month)) > now
      if (isNewest && (closed.lines > 0 || closed.statement.payableCents > 0))
        await mail.enqueue(tx, statementReady(creator, closed.statement, address.url))
      return closed.statement
    })
    if (!statement) return written
    written.push(statement)
  }
}

type Closing = { creator: PaidCreator; month: string; now: Date }

/** One SQL statement sums and saves the lines, so that both see the same lines. */
async function closeMonth(
  tx: Transaction,
  { creator, month, now }: Closing,
): Promise<{ statement: PayoutStatement; lines: number }> {
  const before = endOf(month)
  const opening = (await newestStatement(tx, creator.id))?.closingCents ?? 0
  const held = await heldCents(tx, { before, at: closesAt(month) })
  const paidSince = await payoutsSince(tx, before)
  const id = uuid()
  const { rows } = await tx.execute<{ lines: number }>(sql`
    with open as (
      select journal_id, kind, occurred_at, amount_cents from payout_open_lines where occurred_at < ${before}
    ), figures as (
      select ${opening}::bigint + coalesce(sum(amount_cents), 0)::bigint as closing from open
    ), statement as (
      insert into payout_statements
        (id, creator_id, month, opening_cents, closing_cents, held_cents, payable_cents, state, closed_at)
      select ${id}::uuid, ${creator.id}::uuid, ${month}::date, ${opening}::bigint, closing, ${held}::bigint,
        greatest(0, closing - ${held}::bigint + ${paidSince}::bigint), 'closed', ${now}::timestamptz
      from figures
    ), lines as (
      insert into payout_lines (journal_id, statement_id, kind, occurred_at, amount_cents)
      select journal_id, ${id}::uuid, kind, occurred_at, amount_cents from open returning 1
    )
    select count(*)::int as lines from lines`)
  await tx
    .update(payoutStatements)
    .set({ state: 'carried' })
    .where(
      and(
        eq(payoutStatements.creatorId, creator.id),
        lt(payoutStatements.month, month),
        inArray(payoutStatements.state, ['closed', 'reversed']),
      ),
    )
  const [statement] = await tx.select().from(payoutStatements).where(eq(payoutStatements.id, id))
  if (!statement) throw new Error(`the statement of ${month} was not written`)
  return { statement, lines: rows[0]?.lines ?? 0 }
}

/** Payouts and payout reversals since a moment, in cents of the creator's share; negative for money paid out. */
async function payoutsSince(tx: Transaction, since: Date): Promise<number> {
  const { rows } = await tx.execute<{ cents: string | number }>(sql`
    select coalesce(-sum(l.amount_cents), 0) as cents from ledger_journals j
    join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
    where j.kind in ('payout', 'payout_reversed') and j.occurred_at >= ${since}`)
  return Number(rows[0]?.cents ?? 0)
}
