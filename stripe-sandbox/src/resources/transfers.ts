import type { Params } from '#api/form.ts'
import { metadata, required, text, integer } from '#api/params.ts'
import { invalid, malformed } from '#api/refusals.ts'
import { findOrRefuse, listRoute, pageOf, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addBalanceTransaction } from '#resources/balance-transactions.ts'
import { availableIn } from '#resources/balance.ts'

type Transfer = Kinds['transfer']
type Reversal = Kinds['transfer_reversal']

function positive(params: Params, name: string): number | undefined {
  const amount = integer(params, name)
  if (amount !== undefined && amount < 1)
    throw malformed('Invalid positive integer', name, 'parameter_invalid_integer')
  return amount
}

function destinationAsked(world: World, params: Params): string {
  const account = findOrRefuse(world, 'account', required(params, 'destination'), 'destination')
  if (account.capabilities?.transfers === 'active') return account.id
  throw invalid(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    undefined,
    'insufficient_capabilities_for_transfer',
  )
}

// Only the available balance counts; pending funds cannot be transferred.
function refuseUncovered(world: World, amount: number, currency: string): void {
  if (amount > availableIn(world, currency))
    throw invalid(
      'You have insufficient available funds in your Stripe account. One likely reason you have insufficient funds is that your funds are automatically being paid out.',
      undefined,
      'balance_insufficient',
    )
}

function create(world: World, params: Params): Transfer {
  const amount = positive(params, 'amount')
  if (amount === undefined) throw malformed('Missing required param: amount.', 'amount', 'parameter_missing')
  const currency = required(params, 'currency')
  const destination = destinationAsked(world, params)
  refuseUncovered(world, amount, currency)
  const id = newId('tr')
  const transfer: Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: world.now(),
    currency,
    description: text(params, 'description') || null,
    destination,
    livemode: false,
    metadata: metadata(params),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: text(params, 'transfer_group') || null,
  }
  world.store.add(transfer)
  transfer.balance_transaction = addBalanceTransaction(world, {
    amount: -amount,
    currency,
    description: transfer.description,
    reporting_category: 'transfer',
    type: 'transfer',
    source: id,
    availableOn: world.now(),
  }).id
  world.store.save(transfer)
  world.emit('transfer.created', transfer)
  return transfer
}

function reverse(world: World, transfer: Transfer, params: Params): Reversal {
  const left = transfer.amount - transfer.amount_reversed
  const amount = positive(params, 'amount') ?? left
  if (left === 0) throw invalid(`Transfer ${transfer.id} has already been fully reversed.`)
  if (amount > left)
    throw invalid(
      `Transfer reversal amount (${amount}) is greater than the amount left on the transfer (${left})`,
      'amount',
    )
  const reversal: Reversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created: world.now(),
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: metadata(params),
    source_refund: null,
    transfer: transfer.id,
  }
  reversal.balance_transaction = addBalanceTransaction(world, {
    amount,
    currency: transfer.currency,
    description: text(params, 'description') || null,
    reporting_category: 'transfer_reversal',
    type: 'transfer_refund',
    source: reversal.id,
    availableOn: world.now(),
  }).id
  world.store.add(reversal)
  const amount_reversed = transfer.amount_reversed + amount
  // The newest ten reversals, as in every list.
  const data = [reversal, ...transfer.reversals.data].slice(0, 10)
  const has_more = transfer.reversals.has_more || transfer.reversals.data.length === 10
  const patch = {
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
    reversals: { ...transfer.reversals, data, has_more },
  }
  world.amend(transfer, patch, 'transfer.reversed')
  return reversal
}

export const transferRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/transfers',
    takes: ['amount', 'currency', 'destination', 'description', 'transfer_group', 'metadata.*'],
    run: (world, { params }) => create(world, params),
  },
  listRoute('/v1/transfers', 'transfer', ['destination', 'transfer_group'], (params) => ({
    where: { parent: text(params, 'destination') ?? null, label: text(params, 'transfer_group') ?? null },
  })),
  readRoute('/v1/transfers/:id', 'transfer'),
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    takes: ['limit', 'starting_after', 'ending_before'],
    run(world, { id, params, url }) {
      const page = {
        kind: 'transfer_reversal',
        where: { parent: findOrRefuse(world, 'transfer', id).id },
      } as const
      const { data, more } = world.store.page({ ...page, ...pageOf(world, params) })
      return { object: 'list', url, has_more: more, data }
    },
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    takes: ['amount', 'description', 'metadata.*'],
    run: (world, { id, params }) => reverse(world, findOrRefuse(world, 'transfer', id), params),
  },
]
