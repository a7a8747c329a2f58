import { api } from '@touchline/contract/api.ts'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people } from '#features/people/schema.ts'
import { ledgerJournals, ledgerLines } from '#features/ledger/schema.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { payoutLines, payouts, payoutStatements } from '#features/payouts/schema.ts'
import type { Caller } from '#testing/caller.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

const tipCents = 10_000
const creatorCents = 7500

/**
 * Prepares a site for the approval of a 75 dollar payout: a tip of 100 dollars booked in the previous month,
 * its closed statement, and a creator with an account. Returns the signed-in admin and the statement.
 */
export async function awaitApproval(
  site: Site,
  { stripe }: Provider,
): Promise<{ admin: Caller; statementId: string }> {
  const admin = await signedInAdmin(site)
  const account = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  })
  const set = await admin.call(api.payouts.setAccount, { body: { accountId: account.id } })
  if (set.status !== 200) throw new Error(`the account got ${set.status}: ${set.message}`)
  await stripe.paymentIntents.create({
    amount: tipCents,
    currency: 'usd',
    payment_method: 'pm_card_bypassPending',
    confirm: true,
    return_url: site.url,
  })
  const { data } = await stripe.balanceTransactions.list({ type: 'charge', limit: 1 })
  return { admin, statementId: await closedStatement(site, data[0]!.id) }
}

async function signedInAdmin(site: Site): Promise<Caller> {
  const [email, password] = ['admin@club.example', 'the keys of the ground']
  const passwordHash = await hashPassword(password)
  await site.inside((db) => createPerson(db, { email, passwordHash, role: 'admin', createdAt: new Date() }))
  const admin = site.visitor('203.0.113.2')
  const { status } = await admin.call(api.accounts.login, { body: { email, password } })
  if (status !== 200) throw new Error(`the admin got ${status}`)
  return admin
}

const closedStatement = (site: Site, settled: string) =>
  site.inside((db) =>
    db.transaction(async (tx) => {
      const closedAt = new Date()
      const occurredAt = new Date(Date.UTC(closedAt.getUTCFullYear(), closedAt.getUTCMonth() - 1, 15))
      const [creator] = await tx.select().from(people).where(eq(people.isMainInfluencer, true))
      const journalId = await writeJournal(tx, {
        kind: 'tip',
        providerTxn: settled,
        sourceId: uuid(),
        shareBasisPoints: 7500,
        occurredAt,
        availableAt: occurredAt,
        currency: 'usd',
        moves: {
          provider_balance: tipCents,
          creator_payable: -creatorCents,
          platform_revenue: creatorCents - tipCents,
        },
      })
      const id = uuid()
      await tx.insert(payoutStatements).values({
        id,
        creatorId: creator!.id,
        month: `${occurredAt.toISOString().slice(0, 7)}-01`,
        openingCents: 0,
        closingCents: creatorCents,
        heldCents: 0,
        payableCents: creatorCents,
        state: 'closed',
        closedAt,
      })
      await tx.insert(payoutLines).values({
        statementId: id,
        journalId: journalId!,
        kind: 'tip',
        occurredAt,
        amountCents: creatorCents,
      })
      return id
    }),
  )

/** A site's payouts, the transfers in progress, and how many journals record an arrival. */
export const payoutsOf = (site: Site) =>
  site.inside(async (db) => {
    const states = await db.select({ state: payouts.state }).from(payouts)
    const [clearing] = await db
      .select({ cents: sql<number>`coalesce(sum(amount_cents), 0)::int` })
      .from(ledgerLines)
      .where(eq(ledgerLines.account, 'payout_clearing'))
    const paid = await db.select().from(ledgerJournals).where(eq(ledgerJournals.kind, 'payout_paid'))
    return {
      states: states.map(({ state }) => state),
      clearingCents: clearing!.cents,
      paidJournals: paid.length,
    }
  })
