import type { LedgerAccount } from './schema.ts'
import { creatorShareCents } from './terms.ts'

export type Moves = Partial<Record<LedgerAccount, number>>

/** The reversed part of a payment so far, in cents: gross, and the creator's share. */
export type Reversal = { grossCents: number; creatorCents: number }

/** A signed movement of the provider's balance in cents: `amount` = `net` + `fee`. */
export type Movement = { amount: number; fee: number; net: number }

/**
 * The creator's part is the difference of their share before and after, so that partial refunds add up exactly.
 * The creator never pays back more than they received.
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

/** Restores exactly what was reversed; the fee only where the provider returns it. */
export function mirrorMoves(reversed: Moves, { fee, net }: Movement): Moves {
  return {
    creator_payable: -(reversed.creator_payable ?? 0),
    platform_revenue: -(reversed.platform_revenue ?? 0),
    provider_fees: fee,
    provider_balance: net,
  }
}
