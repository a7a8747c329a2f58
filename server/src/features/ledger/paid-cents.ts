import { type SQL, sql } from 'drizzle-orm'

/** SQL for the sum of payments, less refunds and disputes, in cents. `which` is a condition on journals `payment`. */
export const paidCentsOf = (which: SQL): SQL<number> => sql<number>`coalesce((
  select -sum(line.amount_cents) from ledger_journals payment
  cross join lateral (
    select payment.id union all
    select reversal.id from ledger_journals reversal where reversal.payment_journal_id = payment.id
  ) booked
  join ledger_lines line on line.journal_id = booked.id
  where payment.kind in ('subscription', 'tip') and ${which}
    and line.account in ('creator_payable', 'platform_revenue')
), 0)::int`
