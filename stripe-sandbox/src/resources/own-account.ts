import type Stripe from 'stripe'

import type { Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Wire } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

function ownId(world: World): string {
  const known = world.store.fact('account_id')
  if (known) return known
  const id = newId('acct')
  world.store.setFact('account_id', id)
  return id
}

/** The account the secret key belongs to: one per sandbox file. */
const ownAccount = (world: World): Wire<Stripe.Account> => ({
  id: ownId(world),
  object: 'account',
  business_type: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  type: 'standard',
})

export const ownAccountRoutes: readonly Route[] = [
  { method: 'GET', path: '/v1/account', run: (world) => ownAccount(world) },
]
