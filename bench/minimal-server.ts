import { createServer } from 'node:http'
import { openDatabase } from '../server/src/db/database.ts'
import { openEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { readTogether } from '../server/src/db/read-together.ts'

/*
 * A minimal server that checks a session and saves a like or a comment: no framework, no rules, no triggers and four
 * small tables, on the connections of the site. The data folder is the first argument.
 */

const people = 100
const postCount = 28
const body = JSON.stringify({ postId: '', likesCount: 1, isLiked: true })
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(body.length) }

const embedded = await openEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
const { db, pool, close } = openDatabase({ connection: embedded.connection }, { maxConnections: 4 })
await pool.query(`
  create table sessions (token text primary key, person_id int not null, role text not null, is_blocked boolean not null);
  create table posts (id int primary key, likes int not null default 0, comments int not null default 0);
  create table likes (post_id int, person_id int, created_at timestamptz not null, primary key (post_id, person_id));
  create table comments (
    id uuid primary key, post_id int not null, person_id int not null, content text not null, created_at timestamptz not null
  );
  create index on comments (post_id, created_at);
  create index on comments (person_id);
  insert into sessions select number::text, number, 'user', false from generate_series(0, ${people - 1}) number;
  insert into posts (id) select number from generate_series(0, ${postCount - 1}) number;
  analyze`)

const sessionOf = readTogether(async (tokens) => {
  const text = 'select token, person_id, role, is_blocked from sessions where token = any($1)'
  const { rows } = await db.shortReads.$client.query({ name: 'session', text }, [tokens])
  return new Map(rows.map((row) => [String(row.token), row]))
})

const writes = {
  like: `with locked as (select id from posts where id = $1 for no key update),
    added as (insert into likes select id, $2, now() from locked on conflict do nothing returning post_id)
    update posts set likes = likes + 1 from added where id = post_id returning likes`,
  unlike: `with locked as (select id from posts where id = $1 for no key update),
    removed as (delete from likes where post_id = (select id from locked) and person_id = $2 returning post_id)
    update posts set likes = likes - 1 from removed where id = post_id returning likes`,
  comment: `with locked as (select id from posts where id = $1 for no key update),
    added as (
      insert into comments select gen_random_uuid(), id, $2, 'Fair decision', now() from locked returning post_id
    )
    update posts set comments = comments + 1 from added where id = post_id returning comments`,
}
const textOf = (kind: string) => Object.entries(writes).find(([name]) => name === kind)?.[1]

async function answer(kind: string, number: number): Promise<void> {
  if (kind === 'nothing') return
  const person = number % people
  if (!(await sessionOf(String(person)))) throw new Error(`no session ${person}`)
  const text = textOf(kind)
  if (text) await db.shortWrites.$client.query({ name: kind, text }, [number % postCount, person])
}

const server = createServer(async (request, response) => {
  request.resume()
  const [, kind = '', number] = (request.url ?? '').split('/')
  await answer(kind, Number(number))
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})

process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void close().then(() => embedded.close()))
})
