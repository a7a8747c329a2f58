import { hash, randomBytes } from 'node:crypto'
import type { OpenDatabase } from '../server/src/db/database.ts'

/** How much there is: `gone` were members once; every journal has four lines. */
export type Size = { members: number; gone: number; journals: number; posts: number; months: number }

/**
 * Fills a club with the creator, who is signed in, members who joined evenly over the months, some of whom left or
 * failed to pay for a while, what all of them paid, tipped and got back, the statements of the closed months, and
 * posts. Answers the creator's cookie. What is counted ahead is not: that is what is measured.
 */
export async function fillBooks({ pool }: OpenDatabase, size: Size): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // Filling takes longer than any one statement of the site may.
  await pool.query('set statement_timeout = 0')
  await pool.query('select setseed(0.5)')
  // What refers to people and journals is known to be there, and that the lines sum to zero.
  await pool.query("set session_replication_role = 'replica'")
  await pool.query('alter table ledger_journals disable trigger ledger_journals_balance')
  await pool.query('alter table ledger_lines disable trigger ledger_lines_balance')
  await addCreator(pool, token, size.posts)
  await addMembers(pool, size)
  await addMoney(pool, size)
  await closeMonths(pool)
  await pool.query('alter table ledger_journals enable always trigger ledger_journals_balance')
  await pool.query('alter table ledger_lines enable always trigger ledger_lines_balance')
  await pool.query("set session_replication_role = 'origin'")
  await pool.query('vacuum analyze')
  return `touchline_session=${token}`
}

type Pool = OpenDatabase['pool']

async function addCreator(pool: Pool, token: string, posts: number): Promise<void> {
  await pool.query(`
    insert into people (id, email, first_name, last_name, role, is_main_influencer, has_two_factor, created_at)
    values (gen_random_uuid(), 'creator@bench.example', 'Kim', 'Ferrante', 'creator', true, true, now())`)
  await pool.query(
    `insert into sessions (id, token_hash, person_id, created_at, last_seen_at, confirmed_at, expires_at)
    select gen_random_uuid(), $1, id, now(), now(), now(), now() + interval '20 days' from people
    where email = 'creator@bench.example'`,
    [hash('sha256', token, 'hex')],
  )
  await pool.query(
    `insert into posts (id, creator_id, title, content, media_type, created_at, likes_count, comments_count, views_count)
    select gen_random_uuid(), id, 'Round ' || n, 'The season so far', 'text', now() - n * interval '5 hours', n % 700,
      n % 40, n % 9000
    from people, generate_series(1, $1::int) n where email = 'creator@bench.example'`,
    [posts],
  )
}

async function addMembers(pool: Pool, { members, gone, months }: Size): Promise<void> {
  await pool.query(
    `create temp table members as
    select gen_random_uuid() as person_id, gen_random_uuid() as membership_id, n, n > $1::int as is_gone,
      date_trunc('month', now()) - ($3::int - 1) * interval '1 month'
        + random() * (now() - date_trunc('month', now()) + ($3::int - 1) * interval '30 days') as joined_at
    from generate_series(1, $1::int + $2::int) n`,
    [members, gone, months],
  )
  await pool.query(`
    insert into people (id, email, first_name, last_name, role, created_at)
    select person_id, 'person-' || n || '@bench.example', 'Mina', 'Osei', 'subscriber', joined_at from members`)
  await pool.query(`
    insert into memberships (id, person_id, customer_id, subscription_id, status, paid_through, price_cents,
      period_end, started_at, ended_at, is_current, synced_at)
    select membership_id, person_id, 'cus_' || n, 'sub_' || n, case when is_gone then 'canceled' else 'active' end,
      now() + interval '20 days', 1299, now() + interval '20 days', joined_at, case when is_gone then now() end, true, now()
    from members`)
  await pool.query(`
    insert into membership_movements
      (id, membership_id, person_id, kind, members, cents, joined_month, happened_at, noted_at)
    select gen_random_uuid(), membership_id, person_id, kind, members, 1299 * members,
      date_trunc('month', joined_at at time zone 'UTC')::date, at, at
    from (
      select members.*, 'new' as kind, 1 as members, joined_at as at from members
      union all
      select members.*, case when n % 3 = 0 then 'lost_by_failed_payment' else 'lost_by_choice' end, -1,
        joined_at + random() * (now() - joined_at)
      from members where is_gone
      union all
      select members.*, kind, sign, joined_at + part * (now() - joined_at)
      from members, (values ('lost_by_failed_payment', -1, 0.5), ('recovered', 1, 0.51)) as trouble (kind, sign, part)
      where not is_gone and n % 10 = 0
    ) moves`)
}

async function addMoney(pool: Pool, { journals }: Size): Promise<void> {
  await pool.query(
    `create temp table money as
    select gen_random_uuid() as id, m.person_id, m.membership_id as source_id, number as n,
      case when number % 50 = 0 then 'refund' when number % 6 = 0 then 'tip' else 'subscription' end as kind,
      case when number % 50 = 0 then -1 else 1 end as sign,
      m.joined_at + random() * (now() - m.joined_at) as at
    from generate_series(1, $1::int) number join members m on m.n = 1 + number % (select count(*) from members)`,
    [journals],
  )
  await pool.query(`
    insert into ledger_journals (id, kind, provider_txn, source_id, person_id, share_basis_points, occurred_at, currency)
    select id, kind, 'txn_' || n, source_id, person_id, case when sign > 0 then 7500 end, at, 'usd' from money`)
  await pool.query(`
    insert into ledger_lines (journal_id, account, amount_cents)
    select id, account, sign * cents from money,
      (values ('provider_balance', 1231), ('provider_fees', 68), ('creator_payable', -974), ('platform_revenue', -325))
        as parts (account, cents)`)
}

/** A statement for every month that is over, each with the lines of its journals. */
async function closeMonths(pool: Pool): Promise<void> {
  await pool.query(`
    create temp table closed as
    select gen_random_uuid() as id, date_trunc('month', at at time zone 'UTC')::date as month, sum(sign * 974) as cents
    from money where date_trunc('month', at at time zone 'UTC') < date_trunc('month', now() at time zone 'UTC') group by 2`)
  await pool.query(`
    insert into payout_statements
      (id, creator_id, month, opening_cents, closing_cents, held_cents, payable_cents, state, closed_at)
    select closed.id, creator.id, month, sum(cents) over (order by month) - cents, sum(cents) over (order by month), 0,
      0, 'carried', month + interval '1 month 3 days'
    from closed, (select id from people where email = 'creator@bench.example') as creator`)
  await pool.query(`
    insert into payout_lines (journal_id, statement_id, amount_cents)
    select money.id, closed.id, sign * 974 from money
    join closed on closed.month = date_trunc('month', at at time zone 'UTC')::date`)
}
