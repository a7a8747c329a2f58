import type { JournalKind } from '#features/ledger/schema.ts'
import { type NewJournal, writeJournal } from '#features/ledger/write-journal.ts'
import type { Club } from './club.ts'

let journals = 0

/** Books `grossCents` (negative for a refund) as if the provider had moved them; returns the journal. */
export async function bookMoney(
  { services }: Pick<Club, 'services'>,
  kind: Extract<
    JournalKind,
    'subscription' | 'tip' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_reversed'
  >,
  at: string,
  [grossCents, creatorCents]: readonly [number, number],
  more: Partial<NewJournal> = {},
): Promise<string> {
  journals += 1
  const isPayment = kind === 'subscription' || kind === 'tip'
  const id = await services.db.transaction((tx) =>
    writeJournal(tx, {
      kind,
      providerTxn: `txn_booked_${journals}`,
      shareBasisPoints: isPayment ? 7500 : null,
      occurredAt: new Date(at),
      currency: 'usd',
      moves: {
        provider_balance: grossCents,
        creator_payable: -creatorCents,
        platform_revenue: creatorCents - grossCents,
      },
      ...more,
    }),
  )
  return id ?? ''
}
