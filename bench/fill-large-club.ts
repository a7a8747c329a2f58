import { hash, randomBytes } from 'node:crypto'
import type { OpenDatabase } from '../server/src/db/database.ts'
import { rebuildRanges } from '../server/src/features/posts/feed/count-ranges.ts'
import { rebuild } from '../server/src/features/insights/roll-up.ts'
import { recountReach } from '../server/src/features/reach/count-reach.ts'
import { fillBooks, type Size } from './fill-books.ts'
import { fillReach, type Reach } from './fill-reach.ts'
import type { Pool } from './pool.ts'

export type LargeClub = Required<Size> &
  Reach & { messages: number; cases: number; acts: number; admins: number }

/** A club of 250,000 people, 100,000 of them members, after three years. */
const quarterMillion: LargeClub = {
  members: 100_000,
  gone: 60_000,
  visitors: 90_000,
  journals: 2_000_000,
  posts: 2000,
  months: 36,
  recentPosts: 30,
  eachSeenBy: 30_000,
  daysEach: 2,
  likes: 5_000_000,
  comments: 1_000_000,
  answers: 20_000,
  messages: 5000,
  cases: 2000,
  acts: 50_000,
  admins: 20,
}

/** The same club scaled to another number of people; staff and months stay. */
export function clubOf(people: number): LargeClub {
  const share = people / 250_000
  const fixed = {
    months: quarterMillion.months,
    admins: quarterMillion.admins,
    daysEach: quarterMillion.daysEach,
  }
  const scaled = Object.entries(quarterMillion).map(([key, count]) => [key, Math.ceil(count * share)])
  return { ...quarterMillion, ...Object.fromEntries(scaled), ...fixed }
}

/** The cookies of signed-in people. */
export type SignedIn = { creator: string[]; admins: string[]; members: string[] }

/** Fills an empty club, runs the nightly counts and signs people in. */
export async function fillLargeClub(database: OpenDatabase, size: LargeClub): Promise<SignedIn> {
  const { pool, db } = database
  await fillBooks(database, size)
  await fillReach(database, size)
  await pool.query("set session_replication_role = 'replica'")
  await addWordsAndVisits(pool)
  await countOnPosts(pool)
  await addDesk(pool, size)
  await pool.query("set session_replication_role = 'origin'")
  await addAdmins(pool, size.admins)
  await db.transaction(rebuildRanges)
  await pool.query('vacuum analyze')
  await rebuild(db, new Date())
  await recountReach(db, new Date())
  await pool.query('vacuum analyze')
  return signIn(pool)
}

/** The rows that triggers would have written. */
async function addWordsAndVisits(pool: Pool): Promise<void> {
  await pool.query(`
    insert into person_words (person_id, created_at, words)
    select id, created_at, search_words(concat_ws(' ', first_name, last_name, email)) from people order by created_at
    on conflict do nothing`)
  await pool.query(`
    insert into post_words (post_id, creator_id, status, created_at, words)
    select id, creator_id, status, created_at, search_words(concat_ws(' ', title, content)) from posts
    on conflict do nothing`)
  await pool.query(`
    insert into person_visits (person_id, last_seen_at)
    select id, now() - random() * (now() - created_at) from people on conflict do nothing`)
}

async function countOnPosts(pool: Pool): Promise<void> {
  await pool.query(`
    update posts set likes_count = coalesce(l.count, 0), comments_count = coalesce(c.count, 0),
      views_count = coalesce(v.count, 0)
    from posts p
    left join (select post_id, count(*) from likes group by 1) l on l.post_id = p.id
    left join (select post_id, count(*) from comments group by 1) c on c.post_id = p.id
    left join (select post_id, count(*) from post_views group by 1) v on v.post_id = p.id
    where posts.id = p.id`)
}

/** Adds work for staff and its traces: messages, reports, blocked people, the audit log. */
async function addDesk(pool: Pool, { messages, cases, acts }: LargeClub): Promise<void> {
  await pool.query(
    `insert into contact_messages (id, name, email, message, is_open, created_at)
    select pg_temp.id_at(at), 'Mina Osei', 'person-' || n || '@bench.example', 'When is the next match?', n % 20 = 0, at
    from (select n, now() - ($1::int - n) * interval '2 hours' as at from generate_series(1, $1::int) n) came`,
    [messages],
  )
  await pool.query(
    `insert into moderation_cases (id, kind, subject_id, accused_id, opened_at)
    select pg_temp.id_at(created_at), 'comment', id, person_id, created_at
    from (select * from comments order by created_at desc limit $1) latest`,
    [cases],
  )
  await pool.query(`
    insert into reports (id, case_id, kind, subject_id, reporter_id, rule, created_at)
    select pg_temp.id_at(c.opened_at), c.id, c.kind, c.subject_id, creator.id, 'spam', c.opened_at
    from moderation_cases c, (select id from people where email = 'creator@bench.example') as creator`)
  await pool.query(
    `with taken as (
      update people set is_blocked = true where email in (
        select 'person-' || n * 100 || '@bench.example' from generate_series(1, $1::int) n)
      returning id
    )
    insert into blocks (id, person_id, reason, starts_at)
    select gen_random_uuid(), id, 'Spam or advertising', now() from taken`,
    [Math.ceil(cases / 2)],
  )
  await pool.query(
    `insert into audit_entries (id, actor_id, action, person_id, at)
    select pg_temp.id_at(at), admin.id, 'person_viewed', person.id, at
    from (select n, now() - ($1::int - n) * interval '15 minutes' as at from generate_series(1, $1::int) n) acts
    join people person on person.email = 'person-' || 1 + n % 500 || '@bench.example',
      (select id from people where email = 'admin@bench.example') as admin`,
    [acts],
  )
}

/** A single admin would reach the rate limit. */
async function addAdmins(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `insert into people (id, email, first_name, role, has_two_factor, created_at)
    select gen_random_uuid(), 'admin-' || n || '@bench.example', 'Ada', 'admin', true, now()
    from generate_series(1, $1::int) n`,
    [count],
  )
}

/** Signs in the main creator, and at most twenty admins and members with access. */
export async function signIn(pool: Pool): Promise<SignedIn> {
  const cookiesOf = async (where: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from people where ${where} order by id limit 20`,
    )
    const tokens = rows.map(() => randomBytes(32).toString('base64url'))
    await pool.query(
      `insert into sessions (id, token_hash, person_id, created_at, last_seen_at, confirmed_at, expires_at)
      select gen_random_uuid(), token, id, now(), now(), now(), now() + interval '20 days'
      from unnest($1::uuid[], $2::text[]) as person (id, token)`,
      [rows.map(({ id }) => id), tokens.map((token) => hash('sha256', token, 'hex'))],
    )
    return tokens.map((token) => `touchline_session=${token}`)
  }
  return {
    creator: await cookiesOf('is_main_influencer'),
    admins: await cookiesOf("role = 'admin'"),
    members: await cookiesOf(`role = 'subscriber' and not is_blocked and exists (
      select from memberships m
      where m.person_id = people.id and m.is_current and m.status = 'active' and m.paid_through > now())`),
  }
}
