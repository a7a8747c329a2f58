import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Club } from './club.ts'
import { paymentAlerts, type PaymentAlert } from '#alerts/schema.ts'

export async function openAlerts(
  { services }: Pick<Club, 'services'>,
  kind: string,
): Promise<PaymentAlert[]> {
  return services.db
    .select()
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, kind), isNull(paymentAlerts.resolvedAt)))
    .orderBy(asc(paymentAlerts.firstSeenAt))
}
