import { addMembers, addPosts, databaseOf } from './fill-club.ts'
import { load, type Shot } from './load.ts'
import { cpuMsOf, untilIdle } from './process-cpu.ts'
import { atMost, median, printLine } from './report.ts'
import { type EmptySite, openEmptySite } from './site-under-test.ts'

/* Measures the CPU of a feed page whose posts are galleries of ten pictures, against posts of one, in turns in one run. */

const posts = 200
const rounds = 9
const perRound = 1500
const warmUp = 3000
const limit = 1.3

type Site = { site: EmptySite; shot: Shot }

/** A club whose posts have so many pictures, each in four widths and two formats. */
async function open(pictures: number): Promise<Site> {
  const site = await openEmptySite()
  const database = databaseOf(site.folder)
  const { pool } = database
  const [cookie] = await addMembers(pool, 10)
  await addPosts(database, posts)
  await pool.query(
    `insert into media (id, kind, mime_type, width, height, bytes, sha256, placeholder, created_at)
    select translate(substr(encode(sha256((p.id || ' ' || n)::bytea), 'base64'), 1, 22), '+/', '-_'),
      'image', 'image/webp', 1920, 1280, 200000, repeat('a', 64), 'GggKBYIHdvhZiKh4d4h3eId3gIBn', p.created_at
    from posts p, generate_series(1, $1::int) n`,
    [pictures],
  )
  await pool.query(
    `insert into post_parts (media_id, position, alt, post_id)
    select translate(substr(encode(sha256((p.id || ' ' || n)::bytea), 'base64'), 1, 22), '+/', '-_'),
      n - 1, 'A picture from the stands', p.id
    from posts p, generate_series(1, $1::int) n`,
    [pictures],
  )
  await pool.query(
    `insert into media_files (media_id, variant, role, key, mime_type, bytes, width)
    select m.id, w || f, 'size', m.id || '/' || w || f, 'image/' || case f when '' then 'webp' else 'avif' end, 50000, w
    from media m, unnest(array[320, 640, 1280, 1920]) w, unnest(array['', '-avif']) f`,
  )
  await pool.query(`update posts set media_type = 'image'`)
  await pool.query('vacuum analyze')
  await database.close()
  return { site, shot: { method: 'GET', path: '/api/posts?page=1&limit=5', headers: { cookie: cookie! } } }
}

async function cpuPerPageMs({ site, shot }: Site): Promise<number> {
  const before = cpuMsOf(site.pid)
  await load(site.url, () => shot, perRound)
  return (cpuMsOf(site.pid) - before) / perRound
}

async function main() {
  const sites: Site[] = []
  try {
    for (const pictures of [1, 10]) sites.push(await open(pictures))
    for (const { site, shot } of sites) {
      const { body } = await load(site.url, () => shot, warmUp)
      printLine(`${body.length} bytes a page`)
    }
    for (const { site } of sites) await untilIdle(site.pid)
    const [single, gallery] = [[] as number[], [] as number[]]
    for (let round = 0; round < rounds; round += 1) {
      single.push(await cpuPerPageMs(sites[0]!))
      gallery.push(await cpuPerPageMs(sites[1]!))
    }
    const value = median(gallery) / median(single)
    const word = atMost({ name: 'feed page of galleries', value, unit: '× single pictures', limit })
    printLine(
      `feed page of galleries  ${value.toFixed(2)} × single pictures   ${word} ${limit}   (${median(gallery).toFixed(3)} ms against ${median(single).toFixed(3)} ms)`,
    )
  } finally {
    for (const { site } of sites) await site.close()
  }
}

await main()
