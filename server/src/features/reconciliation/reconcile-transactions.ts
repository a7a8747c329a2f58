import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { readCheckpoint } from './checkpoint.ts'
import { pendingMs } from './compare-transactions.ts'
import { type Posted, postTransaction } from './post-transaction.ts'
import { ledgerJournals } from '#features/ledger/schema.ts'
import { walkTransactions } from './walk-transactions.ts'
import { paymentAlerts } from '#alerts/schema.ts'

/** Books missing movements. Each raises an alert, which stays open for one that could not be booked. */
export async function reconcileTransactions(services: Services): Promise<void> {
  const { db, clock, payments } = services
  const start = await readCheckpoint(db)
  const youngSince = clock.now().getTime() - pendingMs
  for await (const page of walkTransactions(payments.stripe, start?.lastId)) {
    const due = page.filter(({ created }) => created * 1000 <= youngSince)
    const booked = await findBooked(services, due)
    for (const settled of due)
      if (!booked.has(settled.id) && (settled.amount !== 0 || settled.fee !== 0))
        await repair(services, settled)
  }
  // A newer release may be able to book them.
  const known = start?.exceptions ?? []
  const since = await findBooked(services, known)
  for (const { id, netCents: net, created } of known)
    if (!since.has(id)) await repair(services, { id, net, created })
  await resolveBooked(services)
}

async function resolveBooked({ db, clock }: Services): Promise<void> {
  await db
    .update(paymentAlerts)
    .set({ resolvedAt: clock.now(), resolution: 'It is in the books.' })
    .where(
      and(
        isNull(paymentAlerts.resolvedAt),
        inArray(paymentAlerts.kind, ['missing-journal', 'unknown-movement']),
        exists(
          db
            .select({ id: ledgerJournals.id })
            .from(ledgerJournals)
            .where(eq(ledgerJournals.providerTxn, paymentAlerts.subject)),
        ),
      ),
    )
}

async function findBooked({ db }: Services, page: { id: string }[]): Promise<Set<string | null>> {
  if (page.length === 0) return new Set()
  const ids = page.map(({ id }) => id)
  const found = await db
    .select({ txn: ledgerJournals.providerTxn })
    .from(ledgerJournals)
    .where(inArray(ledgerJournals.providerTxn, ids))
  return new Set(found.map(({ txn }) => txn))
}

const resolutions: Record<Posted, string> = {
  written: 'It was written into the books.',
  known: 'It had been written into the books in the meantime.',
  left: 'It does not belong in the books; a separate alert explains why.',
}

async function repair(
  services: Services,
  { id, net, created }: Pick<Stripe.BalanceTransaction, 'id' | 'net' | 'created'>,
) {
  const about = { kind: 'missing-journal', subject: id }
  const what = `Transaction ${id} (${net} cents, ${new Date(created * 1000).toISOString()}) was not in the books`
  try {
    const posted = await postTransaction(services, id)
    if (posted === 'written') {
      const [journal] = await services.db
        .select({ personId: ledgerJournals.personId })
        .from(ledgerJournals)
        .where(eq(ledgerJournals.providerTxn, id))
      await raiseAlert(services.db, services, { ...about, ...journal, message: `${what}.` })
    }
    await resolveAlert(services.db, services, { ...about, resolution: resolutions[posted] })
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no reason given'
    const message = `${what}, and could not be written yet: ${why}`.slice(0, 1000)
    await raiseAlert(services.db, services, { ...about, message })
  }
}
