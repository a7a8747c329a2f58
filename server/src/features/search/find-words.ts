import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { allOf, contains } from '#features/posts/feed/search-terms.ts'

/** A table of words `w` with an index of its words and one of its order, and the rows that a viewer reads beside it. */
export type Source = {
  table: SQL
  /** What `joins`, `order` and `hit` read of `w`. */
  columns: SQL
  order: SQL
  /** The rows of `w` after a cursor. */
  isAfter: SQL
  /** Joins the live rows, and leaves out those that the viewer may not read. */
  joins: SQL
  hit: SQL
}

type Wanted = { terms: string[]; max: number }
/** `counts` begins with the number of scanned rows. */
type Scan<Hit> = { hits: Hit[]; counts: number[] }

const firstScan = 300
/** Words that would need a longer scan are looked up in the index. */
const longestScan = 20_000
/** A term that more than one of this many rows say is not looked up in the index, which would collect all of them. */
const rareBelow = 20

/** Scans the first rows. `each` counts how many of them say these terms. */
async function scanFirst<Hit>(
  db: Database,
  { table, columns, order, isAfter, joins, hit }: Source,
  { terms, max, each }: Wanted & { each: string[] },
  rows: number,
): Promise<Scan<Hit>> {
  const said = each.map((term) => contains(sql`w.words`, [term]))
  const counts = [sql`count(*)`, ...each.map((_, index) => sql`count(*) filter (where said[${index + 1}])`)]
  const { rows: found } = await db.execute<Scan<Hit>>(sql`
    with scanned as materialized (
      select ${columns}, ${contains(sql`w.words`, terms)} as is_match,
        array[${sql.join(said, sql`, `)}]::boolean[] as said
      from ${table} w where ${isAfter} order by ${order} limit ${rows}
    )
    select
      (select json_build_array(${sql.join(counts, sql`, `)}) from scanned) as counts,
      coalesce((select json_agg(hit) from (
        select ${hit} as hit from (select * from scanned where is_match) w ${joins} order by ${order} limit ${max}
      ) as found), '[]') as hits`)
  return found[0] ?? { hits: [], counts: [] }
}

async function lookUp<Hit>(
  db: Database,
  { table, columns, order, isAfter, joins, hit }: Source,
  { terms, max, rare }: Wanted & { rare: string[] },
): Promise<Hit[]> {
  const isPart = rare.length > 0 && rare.length < terms.length
  const condition = isPart
    ? sql`w.words @@ ${allOf(rare)} and ${contains(sql`w.words`, terms)}`
    : sql`w.words @@ ${allOf(terms)}`
  // Otherwise the planner may walk through all rows in their order, or join all matches before it sorts them.
  const { rows } = await db.execute<{ hit: Hit }>(sql`
    with matching as materialized (
      select ${columns} from ${table} w where ${condition} and ${isAfter}
    )
    select ${hit} as hit from (select * from matching w order by ${order} offset 0) w ${joins}
    order by ${order} limit ${max}`)
  return rows.map((row) => row.hit)
}

/**
 * Returns the first hits of a source that contain all terms. Scans for frequent words and uses the index for rare ones,
 * so that the cost stays flat.
 */
export async function findWords<Hit>(db: Database, source: Source, wanted: Wanted): Promise<Hit[]> {
  const { terms, max } = wanted
  const first = await scanFirst<Hit>(db, source, { ...wanted, each: terms }, firstScan)
  const [scanned = 0, ...termsSaid] = first.counts
  if (first.hits.length >= max || scanned < firstScan) return first.hits
  const rows = Math.ceil(((max * scanned) / first.hits.length) * 1.3)
  if (rows <= longestScan) {
    const { hits, counts } = await scanFirst<Hit>(db, source, { ...wanted, each: [] }, rows)
    if (hits.length >= max || (counts[0] ?? 0) < rows) return hits
  }
  const isRare = (_term: string, index: number) => (termsSaid[index] ?? 0) <= scanned / rareBelow
  return lookUp(db, source, { ...wanted, rare: terms.filter(isRare) })
}
