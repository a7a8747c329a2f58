import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { filterCounts } from '@touchline/contract/filters.ts'
import { rebuildRanges } from '../server/src/features/posts/feed/count-ranges.ts'
import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { send, type Shot } from './load.ts'
import { cpuMsOf, untilIdle } from './process-cpu.ts'
import { atMost, median, printLine } from './report.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

/*
 * Measures each filter of posts and each combination of two, the page and the counts of all options, with 50,000 posts
 * against 500, in turns in one run: processor time of site and database. The member has liked, bookmarked, begun and
 * seen 100 posts of either club.
 */

const sizes = [500, 50_000]
const rounds = 21
const perRound = 8
const warmUp = 300
const limit = 1.5
const collectionId = randomUUID()

type Site = { site: EmptySite; cookie: string; agent: Agent }

/** Posts of ten years, four types and 40 tags, three each; twenty collections. */
async function open(count: number): Promise<Site> {
  const site = await openEmptySite()
  const database = databaseOf(site.folder)
  const { pool, db } = database
  const cookies = await addMembers(pool, 1)
  await addPosts(database, count)
  await pool.query("set session_replication_role = 'replica'")
  await pool.query(
    `with numbered as (select id, row_number() over (order by created_at desc) as n from posts)
    update posts p set created_at = now() - n * interval '10 years' / $1, media_type = (array['text', 'image', 'video', 'audio'])[1 + n % 4],
      tags = array['Tag ' || n % 40, 'Tag ' || n / 3 % 40, 'Tag ' || n / 7 % 40]
    from numbered where numbered.id = p.id`,
    [count],
  )
  await pool.query('update post_words w set created_at = p.created_at from posts p where p.id = w.post_id')
  await pool.query("set session_replication_role = 'origin'")
  await pool.query(
    `insert into collections (id, creator_id, title, description, ordering, created_at)
    select case n when 0 then $1::uuid else gen_random_uuid() end, id, 'Collection ' || n, '', 'own', now()
    from people, generate_series(0, 19) n where role = 'creator'`,
    [collectionId],
  )
  await pool.query(`
    insert into collection_posts (collection_id, post_id, position)
    select c.id, p.id, p.n
    from (select id, row_number() over (order by created_at desc) as n from posts) p
      join (select id, row_number() over (order by title) as n from collections) c on c.n = p.n % 100 + 1`)
  await pool.query(
    'delete from likes where post_id not in (select id from (select id, row_number() over (order by created_at) as n from posts) p where n % $1 = 0)',
    [count / 100],
  )
  const liked = 'from likes l join posts p on p.id = l.post_id'
  await pool.query(
    `insert into bookmarks (person_id, post_id, created_at) select l.person_id, p.id, now() ${liked}`,
  )
  await pool.query(
    `insert into post_views (person_id, post_id, day) select l.person_id, p.id, current_date ${liked}`,
  )
  await pool.query(
    `insert into playback_positions (person_id, post_id, seconds, percent, played_at) select l.person_id, p.id, 0, 40, now() ${liked}`,
  )
  await db.transaction(rebuildRanges)
  await pool.query('vacuum analyze')
  await database.close()
  return { site, cookie: cookies[0]!, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }
}

const filters = [
  'type=video',
  `collection=${collectionId}`,
  'tag=tag+7',
  `year=${new Date().getUTCFullYear() - 4}`,
  'liked=yes',
  'bookmarked=yes',
  'unfinished=yes',
  'unseen=yes',
]
const combinations = filters.flatMap((one, index) => [
  one,
  ...filters.slice(index + 1).map((other) => `${one}&${other}`),
])
const pageSize = 5

/** Pages show as many posts in either club: what the small one finds, at most five. It finds none with some filters. */
async function pathsFor({ site, cookie, agent }: Site): Promise<string[]> {
  const paths = ['/api/post-filters']
  for (const query of combinations) {
    const shot = { method: 'GET', path: `/api/post-filters?${query}`, headers: { cookie } }
    const { total } = filterCounts.parse(JSON.parse((await send(site.url, shot, '127.0.0.1', agent)).body))
    paths.push(shot.path)
    if (total > 0) paths.push(`/api/posts?${query}&page=1&limit=${Math.min(total, pageSize)}`)
  }
  return paths
}

async function request({ site, cookie, agent }: Site, path: string): Promise<void> {
  const shot: Shot = { method: 'GET', path, headers: { cookie } }
  await send(site.url, shot, '127.0.0.1', agent)
}

async function cpuPerRequestMs(each: Site, path: string): Promise<number> {
  const before = cpuMsOf(each.site.pid)
  for (let n = 0; n < perRound; n += 1) await request(each, path)
  return (cpuMsOf(each.site.pid) - before) / perRound
}

async function main() {
  const sites: Site[] = []
  try {
    for (const count of sizes) sites.push(await open(count))
    const [small, large] = [sites[0]!, sites[1]!]
    const paths = await pathsFor(small)
    for (const each of sites)
      for (let n = 0; n < warmUp; n += 1) await request(each, paths[n % paths.length]!)
    for (const { site } of sites) await untilIdle(site.pid)
    const ratios = new Map<string, number>()
    for (const path of paths) {
      const [few, many] = [[] as number[], [] as number[]]
      for (let round = 0; round < rounds; round += 1) {
        few.push(await cpuPerRequestMs(small, path))
        many.push(await cpuPerRequestMs(large, path))
      }
      const name = path.replace(collectionId, 'ID')
      ratios.set(name, median(many) / median(few))
      printLine(
        `${(median(many) / median(few)).toFixed(2)} ×  ${median(few).toFixed(2)} ms  ${median(many).toFixed(2)} ms  ${name}`,
      )
    }
    const value = Math.max(...ratios.values())
    const word = atMost({ name: 'slowest filter', value, unit: '× 500 posts', limit })
    printLine(`slowest filter  ${value.toFixed(2)} × 500 posts   ${word} ${limit}`)
  } finally {
    for (const { site, agent } of sites) {
      agent.destroy()
      await site.close()
    }
  }
}

await main()
