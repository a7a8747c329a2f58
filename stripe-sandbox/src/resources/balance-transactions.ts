import { newId } from '#engine/ids.ts'
import type { Kinds, WireObject } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type BalanceTransaction = Kinds['balance_transaction']

export const day = 86_400

/** The processing fee of a payment, in cents: 2.9% plus 30. */
export function feeFor(amount: number): number {
  return Math.round(amount * 0.029) + 30
}

/** Saves a balance transaction; `amount` is signed, `fee` is deducted from it. */
export function addBalanceTransaction(
  world: World,
  movement: Pick<
    BalanceTransaction,
    'amount' | 'currency' | 'description' | 'reporting_category' | 'type'
  > & {
    source: string | null
    fee?: number
    availableOn: number
  },
): BalanceTransaction {
  const { fee = 0, availableOn, ...rest } = movement
  const isPayment = fee > 0 && movement.amount > 0
  const transaction: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    ...rest,
    available_on: availableOn,
    balance_type: 'payments',
    created: world.now(),
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: movement.currency,
            description: isPayment ? 'Stripe processing fees' : 'Dispute fee',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: movement.amount - fee,
    status: availableOn <= world.now() ? 'available' : 'pending',
  }
  return world.store.add(transaction)
}

/** In cents, in addition to the fee of each payment, and deducted at once. */
export function takeServiceFee(world: World, amount: number, description: string): BalanceTransaction {
  return addBalanceTransaction(world, {
    amount: -amount,
    currency: 'usd',
    description,
    reporting_category: 'fee',
    type: 'stripe_fee',
    source: null,
    availableOn: world.now(),
  })
}

/** Returns an object as of now: funds become available as time passes, by their own clock. */
export function asOfNow<T extends WireObject>(world: World, object: T): T {
  if (object.object === 'balance_transaction')
    object.status = object.available_on <= world.timeOf(object.id) ? 'available' : 'pending'
  return object
}
