import { reconcileSignups } from '#features/signup/reconcile.ts'
import { reconcileSubscriptions } from '#features/subscriptions/sync/reconcile.ts'
import type { Services } from '#services.ts'

/** Reconciles signups and subscriptions like the job of every minute. */
export async function reconcile(services: Services): Promise<void> {
  await reconcileSignups(services)
  await reconcileSubscriptions(services)
}
