import { text } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { addBalanceTransaction, day } from '#resources/balance-transactions.ts'
import { availableIn } from '#resources/balance.ts'

type Payout = Kinds['payout']

const failsHidden = 'fails'
const underWaySeconds = 2 * day
const currency = 'usd'

function move(world: World, payout: Payout, back: boolean): string {
  return addBalanceTransaction(world, {
    amount: back ? payout.amount : -payout.amount,
    currency: payout.currency,
    description: back ? `PAYOUT FAILURE (${payout.id})` : 'STRIPE PAYOUT',
    reporting_category: back ? 'payout_reversal' : 'payout',
    type: back ? 'payout_failure' : 'payout',
    source: payout.id,
    availableOn: world.now(),
  }).id
}

/** Pays out what is available, or an amount of it. Throws when there is not enough. */
export function payOutToBank(
  world: World,
  { amount, fails = false }: { amount?: number; fails?: boolean },
): string {
  const available = availableIn(world, currency)
  const sent = amount ?? available
  if (sent < 1 || sent > available)
    throw invalid(`${sent} of ${available} cannot be paid out.`, 'amount', 'balance_insufficient')
  const payout: Payout = {
    id: newId('po'),
    object: 'payout',
    amount: sent,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + underWaySeconds,
    automatic: amount === undefined,
    balance_transaction: null,
    created: world.now(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: amount === undefined ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  world.store.add(payout, { [failsHidden]: fails })
  payout.balance_transaction = move(world, payout, false)
  world.store.save(payout)
  world.emit('payout.created', payout)
  world.schedule('arrive', payout.id, payout.arrival_date)
  return payout.id
}

/** The payout arrives or fails. */
export function arrive(world: World, payout: Payout): void {
  if (payout.status !== 'in_transit') return
  if (world.store.hidden(payout.id)[failsHidden] === true) {
    const failed = {
      status: 'failed',
      failure_balance_transaction: move(world, payout, true),
      failure_code: 'account_closed',
      failure_message: 'The bank account has been closed.',
    }
    world.amend(payout, failed, 'payout.failed')
    return
  }
  const isAutomatic = payout.reconciliation_status === 'in_progress'
  world.amend(payout, { status: 'paid' }, 'payout.paid')
  if (isAutomatic)
    world.amend(payout, { reconciliation_status: 'completed' }, 'payout.reconciliation_completed')
}

/** The provider's payouts to the operator's bank; `control.payOutToBank` creates them. */
export const payoutRoutes: readonly Route[] = [
  listRoute('/v1/payouts', 'payout', ['status'], (params) => ({
    where: { state: text(params, 'status') ?? null },
  })),
  readRoute('/v1/payouts/:id', 'payout'),
]
