import { hash, randomBytes } from 'node:crypto'
import type { OpenDatabase } from '../server/src/db/database.ts'
import { closeMonths } from './fill-payouts.ts'
import { withoutIndexes } from './without-indexes.ts'
import type { Pool } from './pool.ts'

/** The size of the club: `gone` are former members, `visitors` never joined; every journal has four lines. */
export type Size = {
  members: number
  gone: number
  visitors?: number
  journals: number
  posts: number
  months: number
}

/**
 * Fills a club with `months` of money: members who joined evenly, payments, tips, refunds, closed months,
 * payouts and posts. Returns the creator's cookie. Aggregates stay empty, because building them is measured.
 */
export async function fillBooks({ pool }: OpenDatabase, size: Size): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // Filling takes longer than the site's statement timeout.
  await pool.query('set statement_timeout = 0')
  await pool.query('select setseed(0.5)')
  await pool.query(timeOrderedIds)
  // References and balances are known to be valid, so constraints are not checked.
  await pool.query("set session_replication_role = 'replica'")
  await pool.query('alter table ledger_journals disable trigger ledger_journals_balance')
  await pool.query('alter table ledger_lines disable trigger ledger_lines_balance')
  await addCreator(pool, token, size.posts)
  await withoutIndexes(pool, filled, async () => {
    await addMembers(pool, size)
    await addVisitors(pool, size)
    await addMoney(pool, size)
    await closeMonths(pool)
  })
  await pool.query('alter table ledger_journals enable always trigger ledger_journals_balance')
  await pool.query('alter table ledger_lines enable always trigger ledger_lines_balance')
  await pool.query("set session_replication_role = 'origin'")
  await pool.query('vacuum analyze')
  return `touchline_session=${token}`
}

const filled = [
  'memberships',
  'membership_movements',
  'ledger_journals',
  'ledger_lines',
  'tips',
  'payout_lines',
]
/** Time-ordered ids (UUIDv7), like the site's. */
const timeOrderedIds = `
  create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
  $$`

/** One of a thousand first and last names for each value of \`n\`. */
export const namesOf = (n: string) => `
  (string_to_array('Renée Mina Ole Kim Ann Bo Lars Noor Pia Sam', ' '))[1 + ${n} % 10],
  (string_to_array('ka lo mi ne pu ra so ti ve wu', ' '))[1 + ${n} % 10]
    || (string_to_array('lo ka mi ne pu ra so ti ve wu', ' '))[1 + ${n} / 10 % 10]
    || (string_to_array('ne mi ka lo pu ra so ti ve wu', ' '))[1 + ${n} / 100 % 10]`

async function addCreator(pool: Pool, token: string, posts: number): Promise<void> {
  await pool.query(`
    insert into people (id, email, first_name, last_name, role, is_main_influencer, has_two_factor, created_at)
    values (gen_random_uuid(), 'creator@bench.example', 'Kim', 'Ferrante', 'creator', true, true, now()),
      (gen_random_uuid(), 'admin@bench.example', 'Ada', null, 'admin', false, true, now())`)
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
    select pg_temp.id_at(joined_at) as person_id, pg_temp.id_at(joined_at) as membership_id, n, n > $1::int as is_gone,
      joined_at
    from (
      select n, date_trunc('month', now()) - ($3::int - 1) * interval '1 month'
        + random() * (now() - date_trunc('month', now()) + ($3::int - 1) * interval '30 days') as joined_at
      from generate_series(1, $1::int + $2::int) n
    ) joined`,
    [members, gone, months],
  )
  await pool.query('create index on members (n); analyze members')
  await pool.query(`
    insert into people (id, email, first_name, last_name, role, stripe_customer_id, created_at)
    select person_id, 'person-' || n || '@bench.example', ${namesOf('n')}, 'subscriber', 'cus_' || n, joined_at
    from members order by joined_at`)
  await pool.query(`
    insert into memberships (id, person_id, customer_id, subscription_id, status, paid_through, price_cents,
      period_end, started_at, ended_at, is_current, synced_at)
    select membership_id, person_id, 'cus_' || n, 'sub_' || n, case when is_gone then 'canceled' else 'active' end,
      now() + interval '20 days', 1299, now() + interval '20 days', joined_at, case when is_gone then now() end, true, now()
    from members order by joined_at`)
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

async function addVisitors(pool: Pool, { members, gone, visitors = 0, months }: Size): Promise<void> {
  await pool.query(
    `insert into people (id, email, first_name, last_name, role, created_at)
    select pg_temp.id_at(at), 'person-' || n || '@bench.example', ${namesOf('n')}, 'subscriber', at
    from (
      select n, now() - random() * $3::int * interval '1 month' as at from generate_series($1::int + 1, $2::int) n
    ) came order by at`,
    [members + gone, members + gone + visitors, months],
  )
}

/** Payments in order of time: every fiftieth journal refunds the previous one, every sixth is a tip. */
async function addMoney(pool: Pool, { journals }: Size): Promise<void> {
  await pool.query(
    `create temp table money as
    select pg_temp.id_at(at) as id, person_id, kind, n, at, null::uuid as payment_id,
      case when kind = 'tip' then pg_temp.id_at(at) else membership_id end as source_id
    from (
      select number as n, m.person_id, m.membership_id, case when number % 6 = 0 then 'tip' else 'subscription' end as kind,
        m.joined_at + random() * (now() - m.joined_at) as at
      from generate_series(1, $1::int) number join members m on m.n = 1 + number % (select count(*) from members)
      where number % 50 <> 0
    ) payments`,
    [journals],
  )
  await pool.query(`
    insert into money
    select pg_temp.id_at(back_at), person_id, 'refund', n + 1, back_at, id, source_id
    from (select *, at + random() * (now() - at) as back_at from money where n % 50 = 49) paid`)
  await pool.query(`
    insert into ledger_journals
      (id, kind, provider_txn, source_id, person_id, payment_journal_id, share_basis_points, occurred_at, currency)
    select id, kind, 'txn_' || n, source_id, person_id, payment_id, case when kind <> 'refund' then 7500 end, at, 'usd'
    from money order by at`)
  await pool.query(`
    insert into ledger_lines (journal_id, account, amount_cents)
    select id, account, cents
    from money join (values
      ('subscription', 'provider_balance', 1231), ('subscription', 'provider_fees', 68),
      ('subscription', 'creator_payable', -974), ('subscription', 'platform_revenue', -325),
      ('tip', 'provider_balance', 455), ('tip', 'provider_fees', 45),
      ('tip', 'creator_payable', -375), ('tip', 'platform_revenue', -125),
      ('refund', 'provider_balance', -1231), ('refund', 'provider_fees', -68),
      ('refund', 'creator_payable', 974), ('refund', 'platform_revenue', 325)
    ) as parts (part_of, account, cents) on part_of = kind
    order by at`)
  await pool.query(`
    insert into tips (id, from_person_id, to_person_id, amount_cents, message, status, customer_id, payment_method_id,
      payment_intent_id, card_brand, card_last4, is_acknowledged, acknowledged_at, created_at, completed_at)
    select source_id, person_id, creator.id, 500, case when n % 4 = 0 then 'What a match, ' || n end, 'completed',
      'cus_bench', 'pm_bench', 'pi_' || n, 'visa', '4242', n % 9 > 0, case when n % 9 > 0 then at end, at, at
    from money, (select id from people where email = 'creator@bench.example') as creator
    where kind = 'tip' order by at`)
}
