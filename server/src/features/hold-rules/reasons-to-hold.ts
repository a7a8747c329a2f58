import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'
import type { ActiveRules } from './rules.ts'

const dayMs = 24 * 60 * 60_000

export type ReasonsToHold = { words: string[]; isOfNewMember: boolean }

/** Returns why a text waits for approval, or null. Staff are never held. */
export async function reasonsToHold(
  db: Queryable,
  rules: ActiveRules,
  { author, text, now }: { author: Pick<Viewer, 'id' | 'role' | 'createdAt'>; text: string; now: Date },
): Promise<ReasonsToHold | null> {
  if (author.role !== 'subscriber') return null
  const words = rules.find(text)
  const isOfNewMember =
    now.getTime() - author.createdAt.getTime() < rules.youngDays * dayMs ||
    (await hasFewComments(db, author.id, rules.firstComments))
  return words.length > 0 || isOfNewMember ? { words, isOfNewMember } : null
}

/** Whether fewer than `count` comments of a person are published. */
async function hasFewComments(db: Queryable, personId: string, count: number): Promise<boolean> {
  if (count === 0) return false
  const { rows } = await db.execute(
    sql`select from comments where person_id = ${personId} and removed_at is null limit ${count}`,
  )
  return rows.length < count
}
