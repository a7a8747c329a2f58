import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { parseCursorId } from '#db/place-in-list.ts'
import { paymentAlerts, type PaymentAlert } from '#alerts/schema.ts'
import { pageSize, type Paged, pageOf } from './paged.ts'

/** A page of alerts, newest first, starting after the id `before`. */
export async function alertsBefore(
  db: Queryable,
  { state = 'open', before }: { state?: 'open' | 'resolved' | undefined; before?: string | undefined },
): Promise<Paged<PaymentAlert>> {
  const rows = await db
    .select()
    .from(paymentAlerts)
    .where(
      and(
        state === 'open' ? isNull(paymentAlerts.resolvedAt) : isNotNull(paymentAlerts.resolvedAt),
        before ? lt(paymentAlerts.id, parseCursorId(before)) : undefined,
      ),
    )
    .orderBy(desc(paymentAlerts.id))
    .limit(pageSize + 1)
  return pageOf(rows)
}

export async function alertById(db: Queryable, id: string): Promise<PaymentAlert | null> {
  if (!isUuid(id)) return null
  const [found] = await db.select().from(paymentAlerts).where(eq(paymentAlerts.id, id)).limit(1)
  return found ?? null
}
