import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { FastifyBaseLogger } from 'fastify'
import { paymentAlerts, type PaymentAlert } from './schema.ts'
import type { Clock } from '#time/clock.ts'

/** `kind` is in kebab-case, `subject` the affected object's id, `message` a sentence, which erasure redacts. */
export type Alert = { kind: string; subject: string; message: string; personId?: string | null }

/** Logs an alert and saves it for the admins. A repeated alert increments the count of the open row. */
export async function raiseAlert(
  db: Queryable,
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
  { kind, subject, message, personId }: Alert,
): Promise<void> {
  log.error({ alert: kind, subject }, message)
  const now = clock.now()
  await db
    .insert(paymentAlerts)
    .values({ id: uuid(), kind, subject, message, personId, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: [paymentAlerts.kind, paymentAlerts.subject],
      targetWhere: isNull(paymentAlerts.resolvedAt),
      set: {
        message,
        personId: sql`coalesce(excluded.person_id, ${paymentAlerts.personId})`,
        lastSeenAt: now,
        count: sql`${paymentAlerts.count} + 1`,
      },
    })
}

/** Like `raiseAlert`, for periodic checks: an alert that an admin has resolved is not raised again. */
export async function raiseAlertUnlessResolved(
  db: Queryable,
  services: { clock: Clock; log: FastifyBaseLogger },
  alert: Alert,
): Promise<void> {
  const known = await db
    .select({ resolvedAt: paymentAlerts.resolvedAt })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, alert.kind), eq(paymentAlerts.subject, alert.subject)))
  if (known.length === 0 || known.some(({ resolvedAt }) => resolvedAt === null))
    await raiseAlert(db, services, alert)
}

/** Like `raiseAlert`, at most once ever: an existing alert, open or resolved, suppresses the new one. */
export async function raiseAlertUnlessKnown(
  db: Queryable,
  { clock, log }: { clock: Clock; log: FastifyBaseLogger },
  { kind, subject, message, personId }: Alert,
): Promise<void> {
  const known = await db
    .select({ id: paymentAlerts.id })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, kind), eq(paymentAlerts.subject, subject)))
    .limit(1)
  if (known.length > 0) return
  const now = clock.now()
  const inserted = await db
    .insert(paymentAlerts)
    .values({ id: uuid(), kind, subject, message, personId, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing()
    .returning({ id: paymentAlerts.id })
  if (inserted.length > 0) log.error({ alert: kind, subject }, message)
}

export async function resolveAlert(
  db: Queryable,
  { clock }: { clock: Clock },
  { kind, subject, resolution }: { kind: string; subject: string; resolution: string },
): Promise<void> {
  await db
    .update(paymentAlerts)
    .set({ resolvedAt: clock.now(), resolution })
    .where(
      and(eq(paymentAlerts.kind, kind), eq(paymentAlerts.subject, subject), isNull(paymentAlerts.resolvedAt)),
    )
}

/** Resolves one alert by its id, for an admin. Returns null when the alert is missing or already resolved. */
export async function closeAlert(
  db: Queryable,
  { clock }: { clock: Clock },
  id: string,
  resolution: string,
): Promise<PaymentAlert | null> {
  const [closed] = await db
    .update(paymentAlerts)
    .set({ resolvedAt: clock.now(), resolution })
    .where(and(eq(paymentAlerts.id, id), isNull(paymentAlerts.resolvedAt)))
    .returning()
  return closed ?? null
}
