import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'

/** A letter of the outbox, without its text, which may hold a secret. */
export type Letter = { to: string; subject: string; writtenAt: Date }

type Row = { to: string; subject: string; written_at: string }

/** The letters that were written last, newest first, delivered or not. The outbox keeps them for a week. */
export async function lastLetters(db: Queryable, limit: number): Promise<Letter[]> {
  const { rows } = await db.execute<Row>(sql`
    select data->>'to' as "to", data->>'subject' as subject, data->>'date' as written_at
    from jobs.job where name = 'mail' and data->>'date' is not null order by created_on desc limit ${limit}`)
  return rows.map(({ to, subject, written_at }) => ({ to, subject, writtenAt: new Date(written_at) }))
}

/** How many letters the outbox holds. */
export async function letterCount(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from jobs.job where name = 'mail'`,
  )
  return rows[0]?.count ?? 0
}
