import type Stripe from 'stripe'
import { eq } from 'drizzle-orm'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { withRefusals, isMissingAtProvider } from '#payments/provider-errors.ts'
import type { Services } from '#services.ts'
import { paidCreator } from './queries.ts'
import { payoutAccounts } from './schema.ts'

/** Null means payouts by hand. Throws 400 for an account that cannot receive transfers. */
export async function setPayoutAccount(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  { accountId, by }: { accountId: string | null; by: string },
): Promise<void> {
  const { db, clock, payments } = services
  const creator = await paidCreator(db)
  if (!creator) throw notFound('Creator')
  const act = { actorId: by, action: 'payout_account_set', personId: creator.id } as const
  if (accountId === null) {
    await db.transaction(async (tx) => {
      await tx.delete(payoutAccounts).where(eq(payoutAccounts.creatorId, creator.id))
      await recordAct(tx, { ...act, at: clock.now() })
    })
    return
  }
  const account = await knownAccount(payments.stripe, accountId)
  if (account.capabilities?.transfers !== 'active') {
    const message = 'This account cannot receive transfers yet.'
    throw invalid(message, { accountId: message })
  }
  const updatedAt = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(payoutAccounts)
      .values({ creatorId: creator.id, accountId, updatedAt })
      .onConflictDoUpdate({ target: payoutAccounts.creatorId, set: { accountId, updatedAt } })
    await recordAct(tx, { ...act, subject: accountId, at: updatedAt })
  })
}

async function knownAccount(stripe: Stripe, accountId: string): Promise<Stripe.Account> {
  try {
    return await withRefusals(stripe.accounts.retrieve(accountId))
  } catch (error) {
    if (!isMissingAtProvider(error)) throw error
    const message = 'The payment provider does not know this account.'
    throw invalid(message, { accountId: message })
  }
}

/** Creates a sandbox account for the creator and sets it. Refuses with 409 with real payments. */
export async function makeTestPayoutAccount(
  services: Pick<Services, 'db' | 'clock' | 'payments'>,
  by: string,
): Promise<void> {
  const { db, payments } = services
  if (payments.provider !== 'sandbox') throw conflict('Create accounts at the payment provider.')
  const creator = await paidCreator(db)
  if (!creator) throw notFound('Creator')
  const { id } = await withRefusals(
    payments.stripe.accounts.create({
      type: 'express',
      email: creator.email,
      capabilities: { transfers: { requested: true } },
      metadata: { app: 'touchline' },
    }),
  )
  await setPayoutAccount(services, { accountId: id, by })
}
