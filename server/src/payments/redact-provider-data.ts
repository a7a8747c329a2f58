import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { wholeWordsPattern } from '#db/whole-words-pattern.ts'
import { redacted } from '#mail/redact.ts'
import { webhookEvents } from './schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

/** What the provider's objects call the things that name a person. */
const naming = new Set([
  'address',
  'billing_details',
  'customer_address',
  'customer_email',
  'customer_name',
  'customer_phone',
  'customer_shipping',
  'description',
  'email',
  'evidence',
  'ip',
  'name',
  'phone',
  'receipt_email',
  'receipt_url',
  'shipping',
  'user_agent',
])

/** The same value without what names a person; ids and amounts stay. */
export const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, naming.has(key) ? null : withoutNames(part)]),
  )
}

/** Takes out of the events that wait or were given up what names somebody in whose objects one of `traces` stands. */
export async function redactEvents(db: Queryable, traces: string[]): Promise<void> {
  const pattern = wholeWordsPattern(traces)
  const events = await db
    .select({ id: webhookEvents.id, payload: webhookEvents.payload })
    .from(webhookEvents)
    .where(sql`payload::text ~* ${pattern} or last_error ~* ${pattern}`)
  for (const { id, payload } of events) {
    const left = withoutNames(payload)
    // An object stays an object.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const kept = left as Record<string, unknown> | null
    await db.update(webhookEvents).set({ payload: kept, lastError: null }).where(eq(webhookEvents.id, id))
  }
}

/** Takes the words that name somebody out of the notes on closed alerts; returns how many notes changed. */
export async function redactNotes(db: Queryable, words: string[]): Promise<number> {
  const alone = wholeWordsPattern(words)
  const notes = await db
    .select({ id: paymentAlerts.id, resolution: paymentAlerts.resolution })
    .from(paymentAlerts)
    .where(sql`resolution ~* ${alone}`)
  for (const { id, resolution } of notes) {
    const left = redacted(resolution ?? '', { words }).slice(0, 1000)
    await db.update(paymentAlerts).set({ resolution: left }).where(eq(paymentAlerts.id, id))
  }
  return notes.length
}
