import { eq, sql } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import type { Database } from '#db/database.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { measureBooks } from '#features/reconciliation/book-checks.ts'
import { tips } from '#features/tips/schema.ts'
import type { Services } from '#services.ts'

/**
 * The totals after a storm, to show that nothing was lost or duplicated and that the ledger agrees with the
 * provider.
 */
export type StormTotals = {
  tips: number
  /** Tips that are not completed or have no charge at the provider. */
  lostTips: string[]
  /** Tips that were charged more than once. */
  doubledTips: string[]
  /** Payments at the provider for unknown tips. */
  strayPayments: string[]
  tipsBooked: number
  /** The sum of all ledger lines, in cents. */
  ledgerCents: number
  /** The provider's balance by the ledger, minus its real balance, in cents. */
  differenceCents: number
}

/** Collects the totals from the provider and the site's database. */
export async function stormTotals({ db, stripe }: { db: Database; stripe: Stripe }): Promise<StormTotals> {
  const rows = await db.select({ id: tips.id, status: tips.status }).from(tips)
  const chargesByTip = await chargesPerTip(stripe)
  const known = new Set(rows.map(({ id }) => id))
  const chargesOf = (id: string) => chargesByTip.get(id) ?? 0
  const [booked] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(ledgerJournals)
    .where(eq(ledgerJournals.kind, 'tip'))
  const [ledger] = await db
    .select({
      all: sql<number>`coalesce(sum(amount_cents), 0)::int`,
      held: sql<number>`coalesce(sum(amount_cents) filter (where account = 'provider_balance'), 0)::int`,
    })
    .from(ledgerLines)
  return {
    tips: rows.length,
    lostTips: rows
      .filter(({ id, status }) => status !== 'completed' || chargesOf(id) < 1)
      .map(({ id }) => id),
    doubledTips: rows.filter(({ id }) => chargesOf(id) > 1).map(({ id }) => id),
    strayPayments: [...chargesByTip.keys()].filter((id) => !known.has(id)),
    tipsBooked: booked!.total,
    ledgerCents: ledger!.all,
    differenceCents: ledger!.held - (await heldByProvider(stripe)),
  }
}

async function chargesPerTip(stripe: Stripe): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    const tipId = intent.metadata['tip_id']
    if (tipId && intent.status === 'succeeded') counts.set(tipId, (counts.get(tipId) ?? 0) + 1)
  }
  return counts
}

async function heldByProvider(stripe: Stripe): Promise<number> {
  const { available, pending } = await stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}

/** The failing balance checks over all movements, as sentences. */
export async function brokenEquations(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
): Promise<string[]> {
  const { equations } = await measureBooks(services, { isWhole: true, toleranceMs: 0 })
  return equations
    .filter(({ holds }) => !holds)
    .map(
      ({ name, left, right, rows }) => `${name}: ${JSON.stringify({ left, right, rows: rows.slice(0, 5) })}`,
    )
}

/** The totals of a storm of `count` tips without harm. */
export const unharmed = (count: number): StormTotals => ({
  tips: count,
  lostTips: [],
  doubledTips: [],
  strayPayments: [],
  tipsBooked: count,
  ledgerCents: 0,
  differenceCents: 0,
})
