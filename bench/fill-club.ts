import { hash, randomBytes } from 'node:crypto'
import { type OpenDatabase, openDatabase } from '../server/src/db/database.ts'
import { runningServer } from '../server/src/db/running-server.ts'
import { rebuildRanges } from '../server/src/features/posts/feed/count-ranges.ts'

/** Opens the embedded database of a running site. */
export const databaseOf = (dataDir: string): OpenDatabase =>
  openDatabase({ connection: runningServer(dataDir) }, { maxConnections: 1 })

type Pool = OpenDatabase['pool']

/** Adds a creator and `count` signed-in members; returns the members' cookies. */
export async function addMembers(pool: Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await pool.query(`
    insert into people (id, email, first_name, last_name, role, created_at)
    values (gen_random_uuid(), 'creator@bench.example', 'Kim', 'Ferrante', 'creator', now())`)
  await pool.query(
    `with added as (
      insert into people (id, email, first_name, role, created_at)
      select gen_random_uuid(), 'member-' || n || '@bench.example', 'Member', 'subscriber', now()
      from generate_series(1, $1::int) n returning id
    ), numbered as (
      select id, row_number() over () as n from added
    ), joined as (
      insert into memberships (id, person_id, customer_id, subscription_id, status, paid_through, price_cents,
        period_end, started_at, is_current, synced_at)
      select gen_random_uuid(), id, 'cus_' || n, 'sub_' || n, 'active', now() + interval '20 days', 1299,
        now() + interval '20 days', now(), true, now()
      from numbered
    )
    insert into sessions (id, token_hash, person_id, created_at, last_seen_at, confirmed_at, expires_at)
    select gen_random_uuid(), ($2::text[])[n], id, now(), now(), now(), now() + interval '20 days' from numbered`,
    [count, tokens.map((token) => hash('sha256', token, 'hex'))],
  )
  return tokens.map((token) => `touchline_session=${token}`)
}

/**
 * Publishes `count` posts of 60 words with 10 comments and 20 likes each. Every post says "season", every
 * hundredth "derby", three of them "testimonial".
 */
export async function addPosts({ pool, db }: OpenDatabase, count: number): Promise<void> {
  // Filling takes longer than the site's statement timeout.
  await pool.query('set statement_timeout = 0')
  await pool.query('select setseed(0.5)')
  await pool.query(`
    create temp table said as
    select place, (
      select string_agg(syllable[1 + k % 20] || syllable[1 + k / 20 % 20] || syllable[1 + k / 400], ' ')
      from (select (7999 * random() ^ 3)::int as k from generate_series(1, 60 + place * 0)) as drawn
    ) as words
    from generate_series(0, 1999) place,
      (select string_to_array('ka lo mi ne pu ra so ti ve wu ba do fi ge hu ja ko le ma no', ' ') as syllable) as alphabet`)
  // The search index is built at the end, as after a restore.
  await pool.query('drop index post_words_found')
  await pool.query(
    `insert into posts (id, creator_id, title, content, media_type, created_at, likes_count, comments_count)
    select gen_random_uuid(), creator.id, 'Round ' || n,
      'The season so far: ' || said.words || case when n % 100 = 0 then ' derby' else '' end
        || case when n <= 3 then ' testimonial' else '' end,
      'text', now() - ($1 - n) * interval '20 minutes', 20, 10
    from generate_series(1, $1::int) n join said on said.place = n % 2000,
      (select id from people where email = 'creator@bench.example') as creator
    order by n`,
    [count],
  )
  await pool.query('create index post_words_found on post_words using gin (words) with (fastupdate = off)')
  // References are known to be valid; skipping their checks is ten times as fast.
  await pool.query("set session_replication_role = 'replica'")
  await pool.query(`
    insert into likes (post_id, person_id, created_at)
    select p.id, m.id, now() from posts p,
      (select id from people where role = 'subscriber' order by id limit 20) m`)
  await pool.query(`
    insert into comments (id, post_id, person_id, inbox_of, content, created_at)
    select gen_random_uuid(), p.id, m.id, p.creator_id, 'Fair decision', p.created_at + n * interval '1 minute' from posts p,
      (select id, row_number() over () as n from people where role = 'subscriber' order by id limit 10) m`)
  await pool.query("set session_replication_role = 'origin'")
  // What the site's hourly jobs would do.
  await db.transaction(rebuildRanges)
  await pool.query('vacuum analyze')
}
