import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import { and, eq, isNull, notLike } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { ledgerDisputes } from '#features/ledger/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { accessOf } from './access.ts'
import { syncAndCollect } from '../sync/adopt-default-method.ts'
import type { Membership } from '../schema.ts'
import { contestedText, statusTexts } from './status-texts.ts'
import type { SyncServices } from '../sync/sync-customer.ts'
import { currentMembershipOf } from './current-membership.ts'

const staleAfterMs = 10 * 60 * 1000

/** `mustRefresh` syncs with Stripe first. Otherwise a stale membership is refreshed in the background. */
export async function subscriptionStatusOf(
  services: SyncServices,
  viewer: Pick<Viewer, 'id' | 'role' | 'stripeCustomerId'>,
  mustRefresh: boolean,
): Promise<SubscriptionStatus> {
  const { db, clock, payments } = services
  const { stripeCustomerId: customerId } = viewer
  if (mustRefresh && customerId) await refresh(services, customerId)
  const membership = await currentMembershipOf(db, viewer.id)
  if (!mustRefresh && membership) await refreshLater(services, membership)
  const access = accessOf({ role: viewer.role, membership }, clock.now())
  const isContested = access.state === 'revoked' && (await hasOpenDispute(db, viewer.id))
  return {
    hasAccess: access.hasAccess,
    subscriptionState: access.state,
    ...(isContested ? contestedText : statusTexts[access.state]),
    subscriptionPrice: payments.price.unitAmountCents / 100,
    accessUntil: access.accessUntil?.toISOString() ?? null,
  }
}

/** Whether a bank has withdrawn a payment of this person and has not decided yet. */
async function hasOpenDispute(db: SyncServices['db'], personId: string): Promise<boolean> {
  const open = await db
    .select({ id: ledgerDisputes.id })
    .from(ledgerDisputes)
    .where(
      and(
        eq(ledgerDisputes.personId, personId),
        isNull(ledgerDisputes.closedAt),
        notLike(ledgerDisputes.status, 'warning_%'),
      ),
    )
    .limit(1)
  return open.length > 0
}

async function refresh(services: SyncServices, customerId: string) {
  try {
    await syncAndCollect(services, customerId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error }, 'the payment provider is unavailable; using the saved state')
  }
}

async function refreshLater({ db, clock, jobs }: SyncServices, membership: Membership) {
  const now = clock.now()
  const { syncedAt, paidThrough, endedAt, customerId } = membership
  const isOld = now.getTime() - syncedAt.getTime() > staleAfterMs
  const isDue = paidThrough !== null && paidThrough < now && now.getTime() - syncedAt.getTime() > 60_000
  if (endedAt === null && (isOld || isDue)) await jobs.enqueue(db, 'sync-customer', { customerId })
}
