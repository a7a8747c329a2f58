import type { OpenDatabase } from '../server/src/db/database.ts'
import { withoutIndexes } from './without-indexes.ts'
import type { Pool } from './pool.ts'

/** The fan of the `g`-th act, different for each turn of a post. */
const fanOf = (g: string) =>
  `1 + (${g} / (select count(*) from shown) * 7919 + ${g} % (select count(*) from shown) * 37) % (select count(*) from fans)`

/** Posts that `eachSeenBy` members have seen on `daysEach` days; older ones were seen by a hundred. */
export type Reach = {
  recentPosts: number
  eachSeenBy: number
  daysEach: number
  likes: number
  comments: number
  answers: number
}

/** Adds two years of views, watch times, likes, comments and profile answers to a club of `fillBooks`. */
export async function fillReach({ pool }: OpenDatabase, reach: Reach): Promise<void> {
  await pool.query('set statement_timeout = 0')
  // References are known to be valid.
  await pool.query("set session_replication_role = 'replica'")
  await withoutIndexes(pool, ['post_views', 'post_watches', 'likes', 'comments'], () => addReach(pool, reach))
  await pool.query("set session_replication_role = 'origin'")
  await pool.query('vacuum analyze')
}

async function addReach(
  pool: Pool,
  { recentPosts, eachSeenBy, daysEach, likes, comments, answers }: Reach,
): Promise<void> {
  await pool.query(`
    create temp table fans as
    select id, row_number() over (order by created_at, id) as n from people where role = 'subscriber'`)
  await pool.query(`
    create temp table shown as
    select id, row_number() over (order by created_at desc, id desc) as n, created_at from posts`)
  await pool.query('create index on fans (n); create index on shown (n); analyze fans; analyze shown')
  await pool.query(
    `with films as (
      insert into media (id, kind, mime_type, duration_ms, bytes, sha256, created_at)
      select lpad(n::text, 22, '0'), 'video', 'video/mp4', 600000, 1000, 'bench', created_at from shown
      where n <= $1 and n % 3 = 0
      returning id
    ), files as (
      insert into media_files (media_id, variant, role, key, mime_type, bytes, sealed)
      select id, 'whole', 'whole', id || '/whole', 'video/mp4', 1000, 'bench' from films
    ), parts as (
      insert into post_parts (media_id, post_id, position)
      select films.id, shown.id, 0 from films join shown on shown.n = films.id::int
      returning post_id
    )
    update posts set media_type = 'video' from parts where posts.id = parts.post_id`,
    [recentPosts],
  )
  await pool.query(
    `insert into post_views (post_id, person_id, day)
    select s.id, f.id, (now() - (f.n % 5 + d) * interval '1 day')::date
    from shown s join fans f on f.n > s.n * 7 and f.n <= s.n * 7 + case when s.n <= $1 then $2::int else 100 end,
      generate_series(1, $3::int) d`,
    [recentPosts, eachSeenBy, daysEach],
  )
  await pool.query(`
    insert into post_watches (post_id, person_id, day, seconds, reported_at)
    select v.post_id, v.person_id, v.day, 200, now() from post_views v join posts p on p.id = v.post_id
    where p.media_type = 'video'`)
  await pool.query(
    `insert into likes (post_id, person_id, created_at)
    select s.id, f.id, now() - (g * 730.0 / $1) * interval '1 day'
    from generate_series($1::int, 1, -1) g
    join shown s on s.n = 1 + g % (select count(*) from shown)
    join fans f on f.n = ${fanOf('g')}
    `,
    [likes],
  )
  await pool.query(
    `insert into comments (id, post_id, person_id, content, created_at)
    select gen_random_uuid(), s.id, f.id, 'Offside', now() - (g * 730.0 / $1) * interval '1 day'
    from generate_series($1::int, 1, -1) g
    join shown s on s.n = 1 + g % (select count(*) from shown)
    join fans f on f.n = ${fanOf('g')}`,
    [comments],
  )
  await pool.query(
    `insert into audience_answers (person_id, age_band, country, told_at)
    select id, (array['18-24', '25-34', '35-44', '45-54', '55-64', '65+'])[1 + n % 6],
      (array['GB', 'IE', 'FR', 'DE', 'US', 'NG', 'BR', 'JP'])[1 + n % 8], now()
    from fans where n <= $1`,
    [answers],
  )
}
