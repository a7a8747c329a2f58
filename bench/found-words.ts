import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { send, type Shot } from './load.ts'
import { untilIdle } from './process-cpu.ts'
import { atMost, median, printLine } from './report.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

/*
 * Measures searches of captions and comments with 50,000 posts against 500, in turns in one run: words that all say, a
 * hundredth, three, and none. Every post has ten comments; every tenth is a film with a hundred captions.
 */

const sizes = [500, 50_000]
const rounds = 21
const warmUp = 100
const limitMs = 50

type Site = { site: EmptySite; cookie: string; agent: Agent }

/** SQL text: every row says "season", every hundredth "derby", three "testimonial". */
const saying = (n: string) =>
  `'season ' || spoken.words || case when ${n} % 100 = 0 then ' derby' else '' end || case when ${n} <= 3 then ' testimonial' else '' end`

async function open(count: number): Promise<Site> {
  const site = await openEmptySite()
  const database = databaseOf(site.folder)
  const { pool } = database
  const cookies = await addMembers(pool, 10)
  await addPosts(database, count)
  await pool.query("set session_replication_role = 'replica'")
  // Each comment says 30 words of another post.
  await pool.query(
    `create temp table spoken as
    select row_number() over () as n, array_to_string((string_to_array(content, ' '))[5:34], ' ') as words from posts`,
  )
  await pool.query('create index on spoken (n)')
  await pool.query(
    `with numbered as (select id, row_number() over (order by created_at) as n from comments)
    update comments c set content = ${saying('numbered.n')}
    from numbered join spoken on spoken.n = 1 + numbered.n * 7 % $1 where numbered.id = c.id`,
    [count],
  )
  await pool.query('drop index comment_words_found, caption_cues_found')
  await pool.query(`
    insert into comment_words (comment_id, created_at, words)
    select id, created_at, comment_search_words(content) from comments order by created_at`)
  const keys = Array.from({ length: count / 10 }, () => randomBytes(16).toString('base64url'))
  await pool.query(
    `create temp table films as
    select key, p.id as post_id, p.created_at from unnest($1::text[]) with ordinality as film (key, n)
    join (select id, created_at, row_number() over (order by created_at) as n from posts) p on p.n = film.n * 10`,
    [keys],
  )
  await pool.query(`
    insert into media (id, kind, mime_type, bytes, sha256, created_at)
    select key, 'video', 'video/mp4', 1, key, created_at from films`)
  await pool.query(`
    insert into media_files (media_id, variant, role, key, mime_type, bytes)
    select key, 'captions-en', 'captions', key || '/captions-en', 'text/vtt', 1 from films`)
  await pool.query('insert into post_parts (media_id, post_id, position) select key, post_id, 0 from films')
  await pool.query(
    `with cues as (
      select key, created_at, cue, row_number() over (order by created_at, cue) as n
      from films, generate_series(0, 99) cue
    ), said as (
      select cues.*, ${saying('cues.n')} as text from cues join spoken on spoken.n = 1 + cues.n * 11 % $1
    )
    insert into caption_cues (media_id, variant, number, seconds, text, created_at, words)
    select key, 'captions-en', cue, cue * 4, text, created_at, search_words(text) from said order by n`,
    [count],
  )
  await pool.query(
    'create index comment_words_found on comment_words using gin (words) with (fastupdate = off)',
  )
  await pool.query(
    'create index caption_cues_found on caption_cues using gin (words) with (fastupdate = off)',
  )
  await pool.query("set session_replication_role = 'origin'")
  await pool.query('vacuum analyze')
  await database.close()
  return { site, cookie: cookies[0]!, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

const searches = {
  'in all': 'season',
  'in a hundredth': 'derby',
  'in three': 'testimonial',
  'two words': 'season derby',
  'three letters': 'kal',
  'one letter': 'k',
  'in none': 'zebra',
}
const tabs = ['captions', 'comments', 'counts']

async function msFor({ site, cookie, agent }: Site, path: string): Promise<number> {
  const shot: Shot = { method: 'GET', path, headers: { cookie } }
  const start = performance.now()
  await send(site.url, shot, '127.0.0.1', agent)
  return performance.now() - start
}

async function main() {
  const sites: Site[] = []
  try {
    for (const count of sizes) sites.push(await open(count))
    const [small, large] = [sites[0]!, sites[1]!]
    const cases = tabs.flatMap((tab) =>
      Object.entries(searches).map(([name, word]) => ({
        name: `${tab}, ${name}`,
        path: `/api/search/${tab}?search=${encodeURIComponent(word)}`,
      })),
    )
    for (const each of sites)
      for (let n = 0; n < warmUp; n += 1) await msFor(each, cases[n % cases.length]!.path)
    for (const { site } of sites) await untilIdle(site.pid)
    const medians: number[] = []
    for (const { name, path } of cases) {
      const [few, many] = [[] as number[], [] as number[]]
      for (let round = 0; round < rounds; round += 1) {
        few.push(await msFor(small, path))
        many.push(await msFor(large, path))
      }
      medians.push(median(many))
      printLine(
        `${median(few).toFixed(2)} ms  ${median(many).toFixed(2)} ms  ${(median(many) / median(few)).toFixed(2)} ×  ${name}`,
      )
    }
    const value = Math.max(...medians)
    const word = atMost({
      name: 'slowest search of captions and comments',
      value,
      unit: 'ms',
      limit: limitMs,
    })
    printLine(`slowest search  ${value.toFixed(1)} ms   ${word} ${limitMs}`)
  } finally {
    for (const { site, agent } of sites) {
      agent.destroy()
      await site.close()
    }
  }
}

await main()
