import { and, eq, exists, inArray, lt, notLike, or, sql } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { openStates } from '#features/people/pending-signups.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'
import { erasedAddress } from '#mail/erase-emails.ts'

/** As long as money that came for an ended signup is still looked after. */
const keptMs = 30 * 24 * 60 * 60 * 1000
const batchSize = 500

type Deps = Pick<Services, 'db' | 'clock' | 'payments' | 'log'>

/**
 * Empties what was entered in signups that ended without an account a month ago, and deletes the customers made for
 * them at the provider. The ids stay, so that money which should still come for one is recognised. A customer that
 * cannot be deleted now keeps its signup until the next time.
 */
export async function purgeSignups({ db, clock, payments, log }: Deps): Promise<void> {
  const ended = await db
    .select({ id: pendingSignups.id, customerId: pendingSignups.customerId })
    .from(pendingSignups)
    .where(
      and(
        inArray(pendingSignups.state, ['expired', 'duplicate']),
        lt(pendingSignups.updatedAt, new Date(clock.now().getTime() - keptMs)),
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
      log.warn({ err: error, signupId: id }, 'an ended signup could not be forgotten yet')
    }
}

/** Whether a customer is that of a person, or of a signup that is not over or became an account. */
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
    // One the provider does not know, or no longer, is gone already.
    if (!isMissingAtProvider(error)) throw error
  }
}
