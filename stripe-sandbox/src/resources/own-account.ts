import type Stripe from 'stripe'

import type { Route } from '#api/route.ts'
import type { Wire } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

/** The secret key's account, one per sandbox file. */
const ownAccount = (world: World): Wire<Stripe.Account> => ({
  id: world.store.fact('account_id') ?? '',
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
