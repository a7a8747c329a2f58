import { and, eq, exists, inArray, lt, notLike, or, sql } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { openStates } from '#features/people/pending-signups.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { erasedAddress } from '#mail/erase-emails.ts'

/** Payments for an ended signup are handled for this long. */
const retentionMs = 30 * 24 * 60 * 60 * 1000
const batchSize = 500

type Deps = Pick<Services, 'db' | 'clock' | 'payments' | 'log'>

/**
 * A month after a signup ended without an account, its data and Stripe customer go. The ids stay,
 * so that a late payment is still recognized. A customer that cannot be deleted is retried the next time.
 */
export async function purgeSignups({ db, clock, payments, log }: Deps): Promise<void> {
  const ended = await db
    .select({ id: pendingSignups.id, customerId: pendingSignups.customerId })
    .from(pendingSignups)
    .where(
      and(
        inArray(pendingSignups.state, ['expired', 'duplicate']),
        lt(pendingSignups.updatedAt, new Date(clock.now().getTime() - retentionMs)),
        notLike(pendingSignups.email, erasedAddress('%')),
      ),
    )
    .limit(batchSize)
  for (const { id, customerId } of ended)
    try {
      if (customerId && !(await isInUse({ db }, customerId))) await deleteCustomer({ payments }, customerId)
      await db
        .update(pendingSignups)
        .set({
          email: erasedAddress(id),
          firstName: '',
          lastName: '',
          phoneNumber: '',
          passwordHash: null,
          finishTokenHash: null,
          lastError: null,
        })
        .where(eq(pendingSignups.id, id))
    } catch (error) {
      log.warn({ err: error, signupId: id }, 'purging an ended signup failed; it will be retried')
    }
}

/** Whether a customer belongs to a person, or to a signup that is open or became an account. */
async function isInUse({ db }: Pick<Deps, 'db'>, customerId: string): Promise<boolean> {
  const ofPerson = db.select().from(people).where(eq(people.stripeCustomerId, customerId))
  const ofMembership = db.select().from(memberships).where(eq(memberships.customerId, customerId))
  const ofSignup = db
    .select()
    .from(pendingSignups)
    .where(
      and(
        eq(pendingSignups.customerId, customerId),
        inArray(pendingSignups.state, [...openStates, 'completed']),
      ),
    )
  const { rows } = await db.execute(
    sql`select 1 where ${or(exists(ofPerson), exists(ofMembership), exists(ofSignup))}`,
  )
  return rows.length > 0
}

async function deleteCustomer({ payments }: Pick<Deps, 'payments'>, customerId: string): Promise<void> {
  try {
    await withRefusals(payments.stripe.customers.del(customerId))
  } catch (error) {
    // A customer that Stripe does not know is gone already.
    if (!isMissingAtProvider(error)) throw error
  }
}
