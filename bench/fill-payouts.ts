import type { Pool } from './pool.ts'

/**
 * Adds a statement for every past month with the lines of its journals. All but the newest are paid out by hand a day
 * after closing, so that each month closes at its own earnings.
 */
export async function closeMonths(pool: Pool): Promise<void> {
  await pool.query(`
    create temp table earned as
    select date_trunc('month', at at time zone 'UTC')::date as month,
      sum(case kind when 'tip' then 375 when 'refund' then -974 else 974 end)::bigint as cents
    from money where date_trunc('month', at at time zone 'UTC') < date_trunc('month', now() at time zone 'UTC') group by 1`)
  await pool.query(`
    create temp table closed as
    select gen_random_uuid() as id, gen_random_uuid() as payout_id, month, cents,
      coalesce(lag(cents) over (order by month), 0) as opening_cents,
      row_number() over (order by month desc) > 1 as is_paid,
      (month + interval '1 month 3 days') at time zone 'UTC' as closed_at
    from earned`)
  await pool.query(`
    create temp table paid as
    select id as statement_id, payout_id, cents, closed_at + interval '1 day' as at,
      pg_temp.id_at(closed_at + interval '1 day') as payout_journal_id,
      pg_temp.id_at(closed_at + interval '1 day') as paid_journal_id,
      date_trunc('month', (closed_at + interval '1 day') at time zone 'UTC')::date as month
    from closed where is_paid`)
  await pool.query(`
    insert into payout_statements
      (id, creator_id, month, opening_cents, closing_cents, held_cents, payable_cents, state, closed_at)
    select closed.id, creator.id, month, opening_cents, cents, 0, cents, case when is_paid then 'paid' else 'closed' end,
      closed_at
    from closed, (select id from people where email = 'creator@bench.example') as creator`)
  await pool.query(`
    insert into payouts (id, statement_id, amount_cents, method, reference, state, approved_by, approved_at, settled_at)
    select payout_id, statement_id, cents, 'manual', 'By bank', 'paid', admin.id, at, at
    from paid, (select id from people where email = 'admin@bench.example') as admin`)
  await pool.query(`
    insert into ledger_journals (id, kind, source_id, person_id, occurred_at, currency)
    select journal_id, kind, payout_id, creator.id, at, 'usd'
    from paid, lateral (values (payout_journal_id, 'payout'), (paid_journal_id, 'payout_paid')) as moves (journal_id, kind),
      (select id from people where email = 'creator@bench.example') as creator`)
  await pool.query(`
    insert into ledger_lines (journal_id, account, amount_cents)
    select journal_id, account, amount_cents from paid, lateral (values
      (payout_journal_id, 'creator_payable', cents), (payout_journal_id, 'payout_clearing', -cents),
      (paid_journal_id, 'payout_clearing', cents), (paid_journal_id, 'bank', -cents)
    ) as lines (journal_id, account, amount_cents)`)
  await pool.query(`
    insert into payout_lines (journal_id, statement_id, kind, occurred_at, amount_cents)
    select money.id, closed.id, kind, money.at, case kind when 'tip' then 375 when 'refund' then -974 else 974 end
    from money join closed on closed.month = date_trunc('month', at at time zone 'UTC')::date
    union all
    select payout_journal_id, closed.id, 'payout', paid.at, -paid.cents from paid join closed on closed.month = paid.month`)
  await pool.query(`
    insert into payout_open_lines (journal_id, kind, occurred_at, amount_cents)
    select j.id, j.kind, j.occurred_at, -l.amount_cents from ledger_journals j
    join ledger_lines l on l.journal_id = j.id and l.account = 'creator_payable'
    where not exists (select from payout_lines p where p.journal_id = j.id)`)
}
