import { text } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import type Stripe from 'stripe'
import type { Wire } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { asOfNow } from '#resources/balance-transactions.ts'

const sums = `
  SELECT json_extract(own.json, '$.available_on') <=
           coalesce(json_extract(clocks.json, '$.frozen_time'), ?) AS ready,
         json_extract(own.json, '$.currency') AS currency,
         sum(json_extract(own.json, '$.net')) AS net
  FROM objects own LEFT JOIN objects clocks ON clocks.id = own.clock
  WHERE own.kind = 'balance_transaction' GROUP BY 1, 2`

/** The available balance, in a currency's smallest unit. */
export function availableIn(world: World, currency: string): number {
  const rows = world.store.sql(sums).all(world.now())
  const ready = rows.find((row) => row['ready'] === 1 && row['currency'] === currency)
  return Number(ready?.['net'] ?? 0)
}

const debitsFact = 'bank_debits'

/** Whether the operator's bank may be debited for missing funds; on by default. */
export function allowDebits(world: World, on: boolean): void {
  world.store.setFact(debitsFact, on ? 'on' : 'off')
}

/** Whether an amount can leave, from the balance and for the rest from the operator's bank. */
export const covers = (world: World, amount: number, currency: string): boolean =>
  world.store.fact(debitsFact) !== 'off' || availableIn(world, currency) >= amount

function balanceOf(world: World): Wire<Stripe.Balance> {
  const rows = world.store.sql(sums).all(world.now())
  const part = (ready: number) => {
    const some = rows.filter((row) => row['ready'] === ready)
    const none = { net: 0, currency: 'usd' }
    return (some.length > 0 ? some : [none]).map((row) => {
      const amount = Number(row['net'])
      return { amount, currency: String(row['currency']), source_types: { card: amount } }
    })
  }
  return { object: 'balance', available: part(1), livemode: false, pending: part(0) }
}

export const balanceRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/balance', run: (world) => balanceOf(world) },
  listRoute(
    '/v1/balance_transactions',
    'balance_transaction',
    ['type', 'source', 'currency'],
    (params) => ({ where: { label: text(params, 'type') ?? null, parent: text(params, 'source') ?? null } }),
    asOfNow,
  ),
  readRoute('/v1/balance_transactions/:id', 'balance_transaction', asOfNow),
]
