import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A table of work that is attempted until it succeeds or is given up. */
type Attempted = { id: AnyPgColumn; attempts: AnyPgColumn }

/** Set before an attempt begins, so that a killed process counts. The number is its lease: a later claim ends it. */
export const claimed = ({ attempts }: Attempted) => ({ attempts: sql`${attempts} + 1` })

/** Whether a claim still holds. */
export const isStillClaimed = (table: Attempted, claim: { id: string; attempts: number }) =>
  and(eq(table.id, claim.id), eq(table.attempts, claim.attempts))

/** An error's message, shortened and safe to store. */
export function problemText(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  return words.toWellFormed().replaceAll('\u0000', '').slice(0, 500) || 'It failed without a message.'
}
