import { asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { draftParts } from './schema.ts'

export type DraftPartRow = typeof draftParts.$inferSelect

type Arrangement = { parts?: { id: string; mediaAlt: string }[] | undefined; mediaAlt: string }

/** The parts and attachments of a draft in their order. */
export const draftPartRows = (tx: Transaction, draftId: string): Promise<DraftPartRow[]> =>
  tx.select().from(draftParts).where(eq(draftParts.draftId, draftId)).orderBy(asc(draftParts.position))

/**
 * Returns `rows` in the order and with the descriptions of `parts`. Parts added in the meantime follow.
 * Without `parts`, `mediaAlt` describes the first one.
 */
export function arranged(rows: DraftPartRow[], { parts, mediaAlt }: Arrangement): DraftPartRow[] {
  if (!parts) return rows.map((row, index) => (index === 0 ? { ...row, alt: mediaAlt || null } : row))
  const named = new Map(parts.map((part) => [part.id, part.mediaAlt || null]))
  const first = [...named].flatMap(([id, alt]) => {
    const row = rows.find(({ mediaId }) => mediaId === id)
    return row ? [{ ...row, alt }] : []
  })
  return [...first, ...rows.filter(({ mediaId }) => !named.has(mediaId))]
}

/** Stores the order and the descriptions of these parts of one draft. */
export async function arrangeParts(tx: Transaction, rows: DraftPartRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const values = JSON.stringify(rows.map(({ mediaId, alt }, position) => ({ id: mediaId, position, alt })))
  await tx.execute(sql`
    update draft_parts d set position = v.position, alt = v.alt
    from json_to_recordset(${values}::json) as v (id text, position smallint, alt text)
    where d.media_id = v.id and d.draft_id = ${first.draftId}`)
}
