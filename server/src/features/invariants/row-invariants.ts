import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { queryInvariant, type Invariant } from './invariant.ts'

const minuteMs = 60_000
const emailDelayMs = 5 * minuteMs
const eventDelayMs = 2 * 60 * minuteMs

/** The invariants of rows alone at `now`: counters, money, events, emails, people. */
export async function rowInvariants(db: Database, now: Date): Promise<Invariant[]> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  const counters = ['likes', 'comments', 'post_views'].map((table) => {
    const counter = sql.identifier(table === 'post_views' ? 'views_count' : `${table}_count`)
    const what = table === 'post_views' ? 'views' : table
    const there = sql`(select count(*) from ${sql.identifier(table)} r where r.post_id = p.id)`
    return {
      name: `Every post counts its ${what} right`,
      all: sql`select count(*) as checked from posts`,
      violations: sql`select 'post ' || p.id || ' says ' || p.${counter} || ' and has ' || ${there} as note
        from posts p where p.${counter} <> ${there}`,
    }
  })
  const queries = [
    ...counters,
    {
      name: 'Every completed tip names its payment, and no two the same',
      all: sql`select count(*) as checked from tips where status = 'completed'`,
      violations: sql`select 'tip ' || min(id::text) || coalesce(' shares ' || payment_intent_id, ' names none') as note
        from tips where status = 'completed' group by payment_intent_id, case when payment_intent_id is null then id end
        having count(*) > 1 or payment_intent_id is null`,
    },
    {
      name: 'No one has two live subscriptions',
      all: sql`select count(distinct person_id) as checked from memberships`,
      violations: sql`select 'person ' || person_id || ' has ' || count(*) as note from memberships
        where status in ('active', 'trialing', 'past_due', 'unpaid', 'paused') group by person_id having count(*) > 1`,
    },
    {
      name: 'Every journal of the books adds up to zero',
      all: sql`select count(*) as checked from ledger_journals`,
      violations: sql`select 'journal ' || j.id || ' adds up to ' || coalesce(sum(l.amount_cents), 0) || ' cents in '
          || count(l.journal_id) || ' lines' as note
        from ledger_journals j left join ledger_lines l on l.journal_id = j.id
        group by j.id having coalesce(sum(l.amount_cents), 1) <> 0`,
    },
    {
      name: 'Every movement at the provider is booked once at most',
      all: sql`select count(provider_txn) as checked from ledger_journals`,
      violations: sql`select provider_txn || ' is booked ' || count(*) || ' times' as note from ledger_journals
        where provider_txn is not null group by provider_txn having count(*) > 1`,
    },
    {
      name: 'Every creator share is on a statement or open for the next',
      all: sql`select count(*) as checked from ledger_lines where account = 'creator_payable'`,
      violations: sql`select 'journal ' || coalesce(l.journal_id, o.journal_id) || ' moves ' || coalesce(-l.amount_cents, 0)
          || ' cents, of which ' || coalesce(o.amount_cents, 0) || ' are open' as note
        from (
          select journal_id, amount_cents from ledger_lines l where account = 'creator_payable'
            and not exists (select from payout_lines p where p.journal_id = l.journal_id)
        ) l full join payout_open_lines o on o.journal_id = l.journal_id
        where -l.amount_cents is distinct from o.amount_cents`,
    },
    {
      name: 'Every provider event is saved once and tried within two hours',
      all: sql`select count(*) as checked from webhook_events`,
      violations: sql`select id || ' is here ' || count(*) || ' times' as note from webhook_events group by id having count(*) > 1
        union all select id || ' (' || type || ') was never tried' from webhook_events
        where state = 'received' and attempts = 0 and received_at < ${before(eventDelayMs)}`,
    },
    {
      name: 'Every email in the outbox is tried within five minutes of its time',
      all: sql`select count(*) as checked from letters where state = 'waiting'`,
      violations: sql`select 'email ' || id || ' was due at ' || next_try_at as note from letters
        where state = 'waiting' and next_try_at < ${before(emailDelayMs)}`,
    },
    {
      name: 'Suspended people are kept out',
      all: sql`select count(*) as checked from blocks where ended_at is null`,
      violations: sql`select 'person ' || p.id || ' has the open block ' || b.id || ', and is let in' as note
        from blocks b join people p on p.id = b.person_id
        where b.ended_at is null and not p.is_blocked and coalesce(b.until, 'infinity') > ${before(emailDelayMs)}`,
    },
    {
      name: 'No erased person is signed in',
      all: sql`select count(*) as checked from sessions`,
      violations: sql`select 'session ' || s.id || ' is of the erased person ' || p.id as note
        from sessions s join people p on p.id = s.person_id where p.email like '%@erased.invalid'`,
    },
    {
      name: 'Every media item that is shown has something to show',
      all: sql`select count(*) as checked from post_parts`,
      violations: sql`with shown as (
          select a.post_id as id, a.media_id from post_parts a
          join posts p on p.id = a.post_id and p.status = 'ready' join media m on m.id = a.media_id and m.status = 'ready'
        )
        select 'post ' || p.id || ' shows ' || p.media_id || ', which has no file' as note
        from shown p where not exists (
          select 1 from media_files f where f.media_id = p.media_id and f.role not in ('source', 'captions'))`,
    },
    {
      name: 'The parts of a post and of a draft are numbered without gaps, and agree with its type',
      all: sql`select count(*) as checked from posts`,
      violations: sql`
        select owner || ' has gaps between its parts' as note from (
          select 'post ' || post_id as owner, name is null as is_part, position from post_parts
          union all select 'draft ' || draft_id, name is null, position from draft_parts
        ) as parts group by owner, is_part having max(position) >= count(*)
        union all
        select 'post ' || p.id || ' of type ' || p.media_type || ' has other parts' from posts p
        where (p.media_type = 'text') = exists (
          select from post_parts where post_id = p.id and name is null)`,
    },
  ]
  const invariants: Invariant[] = []
  for (const one of queries) invariants.push(await queryInvariant(db, one))
  return invariants
}
