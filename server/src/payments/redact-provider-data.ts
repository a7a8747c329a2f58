import { eq, or, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { wholeWordsPattern } from '#db/whole-words-pattern.ts'
import { redacted } from '#mail/redact.ts'
import { webhookEvents } from './schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

/** The fields of Stripe's objects that identify a person. */
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

/** Replaces identifying fields by null; ids and amounts stay. */
export const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, naming.has(key) ? null : withoutNames(part)]),
  )
}

/** Redacts the payloads of waiting and failed events that contain one of `traces`. */
export async function redactEvents(db: Queryable, traces: string[]): Promise<void> {
  const pattern = wholeWordsPattern(traces)
  const events = await db
    .select({ id: webhookEvents.id, payload: webhookEvents.payload })
    .from(webhookEvents)
    .where(sql`payload::text ~* ${pattern} or last_error ~* ${pattern}`)
  for (const { id, payload } of events) {
    const left = withoutNames(payload)
    // Redacting an object gives an object.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const redactedPayload = left as Record<string, unknown> | null
    await db
      .update(webhookEvents)
      .set({ payload: redactedPayload, lastError: null })
      .where(eq(webhookEvents.id, id))
  }
}

/** What names a member: in alerts that concern them, and in any other text. */
export type NamingWords = { own: string[]; elsewhere: string[] }

/**
 * Alerts with the member's id lose every word of their name, all others what names them beyond doubt.
 * Returns how many alerts changed.
 */
export async function redactAlerts(
  db: Queryable,
  personId: string,
  { own, elsewhere }: NamingWords,
): Promise<number> {
  const anywhere = wholeWordsPattern(elsewhere)
  const alerts = await db
    .select()
    .from(paymentAlerts)
    .where(
      or(eq(paymentAlerts.personId, personId), sql`message ~* ${anywhere}`, sql`resolution ~* ${anywhere}`),
    )
  let changed = 0
  for (const { id, personId: concerned, ...texts } of alerts) {
    const words = concerned === personId ? own : elsewhere
    const message = redacted(texts.message, { words }).slice(0, 1000)
    const resolution = texts.resolution && redacted(texts.resolution, { words }).slice(0, 1000)
    if (message === texts.message && resolution === texts.resolution) continue
    await db.update(paymentAlerts).set({ message, resolution }).where(eq(paymentAlerts.id, id))
    changed += 1
  }
  return changed
}
