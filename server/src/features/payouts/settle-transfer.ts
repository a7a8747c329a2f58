import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { validate } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { inDollars } from '#money/format-dollars.ts'
import { writeJournal } from '#features/ledger/write-journal.ts'
import { raiseAlert, raiseAlertUnlessResolved, resolveAlert } from '#alerts/alerts.ts'
import { idOf } from '#payments/id-of.ts'
import type { EventOutcome, ProviderEvent } from '#payments/inbox.ts'
import type { Services } from '#services.ts'
import { payoutPaid } from './emails.ts'
import { type LockedPayout, lockPayout, movePayout } from './payout-state.ts'
import { creatorById } from './queries.ts'
import { type Payout, payouts } from './schema.ts'

export type TransferServices = Pick<
  Services,
  'db' | 'clock' | 'log' | 'jobs' | 'mail' | 'address' | 'payments'
>

/** Records the transfer and its reversals; safe to repeat. Throws when the transfer belongs to another payout. */
export async function settleTransfer(
  services: TransferServices,
  payoutId: string,
  transfer: Stripe.Transfer,
): Promise<void> {
  const { db, payments } = services
  const reversals: Stripe.TransferReversal[] = []
  if (transfer.amount_reversed > 0)
    for await (const reversal of payments.stripe.transfers.listReversals(transfer.id, { limit: 100 }))
      reversals.push(reversal)
  await db.transaction(async (tx) => {
    const held = await lockPayout(tx, payoutId)
    if (!held) return
    assertOwnTransfer(held.payout, transfer)
    if (isSettledWithout(held.payout, transfer)) {
      await raiseAlertUnlessResolved(tx, services, duplicateTransferAlert(held.payout, transfer))
      return
    }
    const payout = await settlePaid(services, tx, held, transfer)
    let takenBackCents = 0
    for (const reversal of reversals)
      if (await bookReversal(tx, held, reversal)) takenBackCents += reversal.amount
    // The reversals may be newer than the transfer, which was fetched before them.
    const reversedCents = reversals.reduce((sum, { amount }) => sum + amount, 0)
    if (reversedCents === transfer.amount && payout.state === 'paid')
      await movePayout(tx, held, { state: 'reversed' }, 'reversed')
    if (takenBackCents === 0) return
    await raiseAlert(tx, services, {
      kind: 'payout-reversed',
      subject: payout.id,
      message: `${inDollars(takenBackCents)} of a payout came back from the creator’s account. It is payable again with the next statement.`,
    })
  })
}

/** Handles a transfer event by fetching the current transfer. */
export async function recordTransfer(
  services: TransferServices,
  { object }: ProviderEvent,
): Promise<EventOutcome> {
  const { db, payments } = services
  const payoutId = object['transfer_group']
  if (!validate(payoutId) || typeof object['id'] !== 'string') return 'ignored'
  const [known] = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.id, String(payoutId)))
  if (!known) return 'ignored'
  await settleTransfer(services, known.id, await payments.stripe.transfers.retrieve(object['id']))
  return undefined
}

function assertOwnTransfer(payout: Payout, transfer: Stripe.Transfer): void {
  const isOurs =
    transfer.metadata['payout_id'] === payout.id &&
    transfer.amount === payout.amountCents &&
    transfer.destination === payout.destination
  if (!isOurs) throw new Error(`transfer ${transfer.id} does not belong to payout ${payout.id}`)
}

const isSettledWithout = ({ state, transferId }: Payout, { id }: Stripe.Transfer) =>
  state !== 'approved' && state !== 'sending' && transferId !== id

/** An unexpected transfer is not booked: an admin has to decide whose money it is. */
const duplicateTransferAlert = ({ id, state, method }: Payout, transfer: Stripe.Transfer) => ({
  kind: 'payout-doubled',
  subject: id,
  message: `Transfer ${transfer.id} of ${inDollars(transfer.amount)} went to the creator’s account, although this payout ${
    state === 'failed'
      ? 'had been reversed'
      : method === 'manual'
        ? 'was sent by hand'
        : 'has another transfer'
  }. Reverse the transfer at the provider, or settle it with the creator.`,
})

async function settlePaid(
  { clock, mail, address }: TransferServices,
  tx: Transaction,
  held: LockedPayout,
  transfer: Stripe.Transfer,
): Promise<Payout> {
  const { payout, statement } = held
  if (payout.state !== 'approved' && payout.state !== 'sending') return payout
  const occurredAt = new Date(transfer.created * 1000)
  const changed = { state: 'paid', transferId: transfer.id, settledAt: occurredAt, lastError: null } as const
  const paid = await movePayout(tx, held, changed, 'paid')
  await writeJournal(tx, {
    kind: 'payout_paid',
    providerTxn: movementOf(transfer),
    sourceId: payout.id,
    personId: statement.creatorId,
    occurredAt,
    currency: transfer.currency,
    moves: { payout_clearing: payout.amountCents, provider_balance: -payout.amountCents },
  })
  await resolveAlert(
    tx,
    { clock },
    { kind: 'payout-refused', subject: payout.id, resolution: 'The transfer was made.' },
  )
  const creator = await creatorById(tx, statement.creatorId)
  if (creator) await mail.enqueue(tx, payoutPaid(creator, statement, paid, address.url))
  return paid
}

const bookReversal = (
  tx: Transaction,
  { payout, statement }: LockedPayout,
  reversal: Stripe.TransferReversal,
) =>
  writeJournal(tx, {
    kind: 'payout_reversed',
    providerTxn: movementOf(reversal),
    sourceId: payout.id,
    personId: statement.creatorId,
    occurredAt: new Date(reversal.created * 1000),
    currency: reversal.currency,
    moves: { creator_payable: -reversal.amount, provider_balance: reversal.amount },
  })

function movementOf({ balance_transaction: moved }: Stripe.Transfer | Stripe.TransferReversal): string {
  if (moved === null) throw new Error('the provider has no balance transaction for a transfer yet')
  return idOf(moved)
}
