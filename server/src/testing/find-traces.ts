import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Club } from './club.ts'

type Place = Pick<Club, 'services'>

const hexOf = (text: string) => Buffer.from(text).toString('hex')

/** Finds `words` in any column of any table: `table: word`, one per line. */
export async function tracesInDatabase({ services: { db } }: Place, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by name`)
  const found: string[] = []
  for (const { name } of rows)
    for (const word of words) {
      const table = sql.raw(name)
      // A row as text contains every column, bytes in hexadecimal.
      const { rows: hits } = await db.execute(
        sql`select 1 from ${table} as line where lower(line::text) like ${`%${word.toLowerCase()}%`}
          or line::text like ${`%${hexOf(word)}%`} limit 1`,
      )
      if (hits.length > 0) found.push(`${name}: ${word}`)
    }
  return found
}

/** Finds them in every file of the data folder, plain or encoded for email. */
export async function tracesInFiles({ services: { config } }: Place, words: string[]): Promise<string[]> {
  const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8')
    const plain = text.replaceAll(/=\r?\n/g, '')
    const blocks = text.split(/\r?\n\r?\n/).map((block) => Buffer.from(block, 'base64').toString('utf8'))
    const whole = [text, plain, ...blocks].join('\n').toLowerCase()
    for (const word of words) if (whole.includes(word.toLowerCase())) found.push(`${entry.name}: ${word}`)
  }
  return found
}
