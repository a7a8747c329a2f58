import { and, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { FastifyBaseLogger } from 'fastify'
import { paymentAlerts, type PaymentAlert } from './schema.ts'
import type { Clock } from '#time/clock.ts'

type ForAlerts = { clock: Clock; log: FastifyBaseLogger }

/**
 * Something somebody has to see. `kind` in kebab-case, `subject` the id of what it is about, `message` a sentence.
 * `personId` is the member it concerns: the erasure of their account takes their name out of it.
 */
export type Alert = { kind: string; subject: string; message: string; personId?: string | null }

/** Says something aloud and keeps it for the admins: one row while it is not resolved, however often it is seen. */
export async function raiseAlert(
  db: Queryable,
  { clock, log }: ForAlerts,
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

/**
 * The same for what is found again at every look: an open alert counts it, and one that was resolved stays so and is not
 * raised anew.
 */
export async function raiseAlertUnlessResolved(
  db: Queryable,
  services: ForAlerts,
  alert: Alert,
): Promise<void> {
  const known = await db
    .select({ resolvedAt: paymentAlerts.resolvedAt })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, alert.kind), eq(paymentAlerts.subject, alert.subject)))
  if (known.length === 0 || known.some(({ resolvedAt }) => resolvedAt === null))
    await raiseAlert(db, services, alert)
}

/** The same for what is worth one alert ever: where there is one already, open or resolved, nothing happens. */
export async function raiseAlertUnlessKnown(
  db: Queryable,
  { clock, log }: ForAlerts,
  { kind, subject, message, personId }: Alert,
): Promise<void> {
  const known = await db
    .select({ id: paymentAlerts.id })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, kind), eq(paymentAlerts.subject, subject)))
    .limit(1)
  if (known.length > 0) return
  const now = clock.now()
  const said = await db
    .insert(paymentAlerts)
    .values({ id: uuid(), kind, subject, message, personId, firstSeenAt: now, lastSeenAt: now })
    .onConflictDoNothing()
    .returning({ id: paymentAlerts.id })
  if (said.length > 0) log.error({ alert: kind, subject }, message)
}

/** Closes the open alert about something, with what was done. Without one nothing happens. */
export async function resolveAlert(
  db: Queryable,
  { clock }: Pick<ForAlerts, 'clock'>,
  { kind, subject, resolution }: { kind: string; subject: string; resolution: string },
): Promise<void> {
  await db
    .update(paymentAlerts)
    .set({ resolvedAt: clock.now(), resolution })
    .where(
      and(eq(paymentAlerts.kind, kind), eq(paymentAlerts.subject, subject), isNull(paymentAlerts.resolvedAt)),
    )
}

/** The same for one alert by its id, as an admin does it. Null when it is not there, or closed already. */
export async function closeAlert(
  db: Queryable,
  { clock }: Pick<ForAlerts, 'clock'>,
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
