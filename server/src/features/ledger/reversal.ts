import type { LedgerAccount } from './schema.ts'
import { creatorShareCents } from './terms.ts'

export type Moves = Partial<Record<LedgerAccount, number>>

/** What was taken back of a payment so far, in cents: of the whole, and the creator's part of it. */
export type Reversal = { grossCents: number; creatorCents: number }

/** A movement of the provider's balance, signed, in cents: `amount` = `net` + `fee`. */
export type Movement = { amount: number; fee: number; net: number }

/**
 * What a refund or dispute moves. The creator's part is what their share of the rest is smaller than it was, by the
 * payment's own share; so however a payment is taken back in pieces, the pieces sum to what was booked. The creator
 * never gives back more than they were given.
 */
export function reversalMoves(
  payment: { grossCents: number; shareBasisPoints: number },
  before: Reversal,
  { amount, fee, net }: Movement,
): Moves {
  const { grossCents, shareBasisPoints } = payment
  const share = (cents: number) => creatorShareCents(cents, shareBasisPoints)
  const restCents = Math.max(0, grossCents - before.grossCents + amount)
  const creatorCents = share(grossCents) - share(restCents) - before.creatorCents
  return {
    creator_payable: creatorCents,
    platform_revenue: -amount - creatorCents,
    provider_fees: fee,
    provider_balance: net,
  }
}

/** The same shares back, to the cent; the fee only where the provider returns it. */
export function mirrorMoves(taken: Moves, { fee, net }: Movement): Moves {
  return {
    creator_payable: -(taken.creator_payable ?? 0),
    platform_revenue: -(taken.platform_revenue ?? 0),
    provider_fees: fee,
    provider_balance: net,
  }
}
