import { and, eq, isNull } from 'drizzle-orm'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { isOutcomeUnknown } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'

const kind = 'reconcile'

type Subject = { subject: string; personId: string | null }

/** A failure raises an alert and does not stop the others; success resolves the alert. */
export async function reconcileEach(services: Pick<Services, 'db' | 'clock' | 'log'>) {
  const { db, log } = services
  const open = await db
    .select({ subject: paymentAlerts.subject })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.kind, kind), isNull(paymentAlerts.resolvedAt)))
  const failing = new Set(open.map(({ subject }) => subject))

  return async ({ subject, personId }: Subject, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      if (failing.has(subject))
        await resolveAlert(db, services, { kind, subject, resolution: 'It went through after all.' })
    } catch (error) {
      log.error({ err: error, subject }, 'reconciling with the payment provider failed; it will be retried')
      // An outage says nothing about this subject.
      if (isOutcomeUnknown(error)) return
      await raiseAlert(db, services, {
        kind,
        subject,
        personId,
        message: 'This could not be reconciled with the provider; it is tried again.',
      })
    }
  }
}
