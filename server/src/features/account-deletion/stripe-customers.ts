import { and, eq, inArray, or } from 'drizzle-orm'
import { people, type Person } from '#features/people/schema.ts'
import { ledgerJournals, ledgerRefunds } from '#features/ledger/schema.ts'
import { cancelNow } from '#features/subscriptions/ending/cancel-now.ts'
import { endUnpaid } from '#features/subscriptions/ending/end-unpaid.ts'
import { isLive, isPaidUp } from '#features/subscriptions/snapshot/subscription-state.ts'
import { openStates as openSignupStates } from '#features/people/pending-signups.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { syncCustomer } from '#features/subscriptions/sync/sync-customer.ts'
import { tips } from '#features/tips/schema.ts'
import { openStates as openTipStates } from '#features/tips/tip-rules.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

const signupsOf = ({ id, email }: Person) =>
  or(eq(pendingSignups.personId, id), eq(pendingSignups.email, email))

/** Whether a tip, signup or refund of this person has no final outcome yet. */
export async function hasPendingPayments({ db }: Pick<Services, 'db'>, person: Person): Promise<boolean> {
  const openTips = db
    .select({ id: tips.id })
    .from(tips)
    .where(and(eq(tips.fromPersonId, person.id), inArray(tips.status, [...openTipStates])))
  const openSignups = db
    .select({ id: pendingSignups.id })
    .from(pendingSignups)
    .where(and(signupsOf(person), inArray(pendingSignups.state, openSignupStates)))
  const askedRefunds = db
    .select({ id: ledgerRefunds.id })
    .from(ledgerRefunds)
    .innerJoin(ledgerJournals, eq(ledgerJournals.id, ledgerRefunds.paymentJournalId))
    .where(and(eq(ledgerJournals.personId, person.id), eq(ledgerRefunds.state, 'asked')))
  return (await openTips.unionAll(openSignups).unionAll(askedRefunds).limit(1)).length > 0
}

export async function listStripeCustomers({ db }: Pick<Services, 'db'>, person: Person): Promise<string[]> {
  const found = await db
    .select({ id: people.stripeCustomerId })
    .from(people)
    .where(eq(people.id, person.id))
    .union(
      db.select({ id: memberships.customerId }).from(memberships).where(eq(memberships.personId, person.id)),
    )
    .union(db.select({ id: tips.customerId }).from(tips).where(eq(tips.fromPersonId, person.id)))
    .union(db.select({ id: pendingSignups.customerId }).from(pendingSignups).where(signupsOf(person)))
  return found.flatMap(({ id }) => id ?? [])
}

/** Ends subscriptions and invoices first. Stripe keeps the payments. Safe to retry; throws while Stripe is away. */
export async function deleteStripeCustomer(services: Services, person: Person): Promise<void> {
  const { payments, clock } = services
  for (const customerId of await listStripeCustomers(services, person)) {
    try {
      const customer = await withRefusals(payments.stripe.customers.retrieve(customerId))
      if (customer.deleted) continue
      const living = (await syncCustomer(services, customerId)).filter(isLive)
      for (const reading of living)
        if (isPaidUp(reading, clock.now())) await cancelNow(services, reading.id)
        else await endUnpaid(services, reading)
      if (living.length > 0) await syncCustomer(services, customerId)
      await withRefusals(payments.stripe.customers.del(customerId))
    } catch (error) {
      // The customer is already deleted, or never existed.
      if (!isMissingAtProvider(error)) throw error
    }
  }
}
