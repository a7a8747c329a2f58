import { foldTag } from '@touchline/contract/tags.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { cachedRead } from '#live/cached-read.ts'
import type { Services } from '#services.ts'

/** Options of one kind, such as all tags, and which of them each post has: those from `starts[place]` to the next. */
export type Options = {
  names: string[]
  numberOf: Map<string, number>
  starts: Uint32Array
  numbers: Uint32Array
  /** The places of the posts with an option. */
  places: Uint32Array[]
}

/** The published posts, newest first. A post is known by its place; `placeOf` finds it. */
export type Archive = {
  ids: string[]
  placeOf: Map<string, number>
  type: Options
  year: Options
  tag: Options
  collection: Options
  collectionTitles: Map<string, string>
}

type Row = {
  id: string
  at: string
  mediaType: string
  year: number
  tags: string[]
  collectionIds: string[]
}

const rowsPerRead = 2000

async function* readRows(db: Database): AsyncGenerator<Row[]> {
  let after = sql`true`
  for (;;) {
    const { rows } = await db.execute<Row>(sql`
      select p.id, p.created_at::text as at, p.media_type as "mediaType", p.tags,
        extract(year from p.created_at at time zone 'UTC')::int as year,
        array(select cp.collection_id::text from collection_posts cp where cp.post_id = p.id) as "collectionIds"
      from posts p where p.status = 'ready' and ${after}
      order by p.created_at desc, p.id desc limit ${rowsPerRead}`)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = sql`(p.created_at, p.id) < (${last.at}::timestamptz, ${last.id}::uuid)`
  }
}

/** Options are the same if their keys are. The first name wins: the one in the newest post. */
function gatherOptions(toKey: (name: string) => string = (name) => name) {
  const names: string[] = []
  const numberOf = new Map<string, number>()
  const starts: number[] = [0]
  const numbers: number[] = []
  const places: number[][] = []
  return {
    add(options: string[]) {
      for (const name of options) {
        const key = toKey(name)
        const number = numberOf.get(key) ?? names.push(name) - 1
        numberOf.set(key, number)
        numbers.push(number)
        places[number] ??= []
        places[number].push(starts.length - 1)
      }
      starts.push(numbers.length)
    },
    done: (): Options => ({
      names,
      numberOf,
      starts: Uint32Array.from(starts),
      numbers: Uint32Array.from(numbers),
      places: places.map((each) => Uint32Array.from(each)),
    }),
  }
}

async function readArchive(db: Database): Promise<Archive> {
  const type = gatherOptions()
  const year = gatherOptions()
  const tag = gatherOptions(foldTag)
  const collection = gatherOptions()
  const ids: string[] = []
  for await (const rows of readRows(db))
    for (const row of rows) {
      ids.push(row.id)
      type.add([row.mediaType])
      year.add([String(row.year)])
      tag.add(row.tags)
      collection.add(row.collectionIds)
    }
  const { rows: titles } = await db.execute<{ id: string; title: string }>(
    sql`select id, title from collections order by created_at desc, id desc`,
  )
  return {
    ids,
    placeOf: new Map(ids.map((id, place) => [id, place])),
    type: type.done(),
    year: year.done(),
    tag: tag.done(),
    collection: collection.done(),
    collectionTitles: new Map(titles.map(({ id, title }) => [id, title])),
  }
}

export type ReadArchive = () => Promise<Archive>

const opened = new WeakMap<Services['live'], ReadArchive>()

/** The archive, cached once per process until a trigger reports a change of what it contains. */
export function archiveOf({ db, live }: Pick<Services, 'db' | 'live'>): ReadArchive {
  const known = opened.get(live)
  if (known) return known
  const { read } = cachedRead(live, { read: () => readArchive(db), isChange: (what) => what === 'archive' })
  opened.set(live, read)
  return read
}
