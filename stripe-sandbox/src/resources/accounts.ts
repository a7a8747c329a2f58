import { flag, metadata, oneOf, text } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'

type Account = Kinds['account']

/** Connected accounts, as far as transfers need them. Requested capabilities are granted at once. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/accounts',
    takes: ['country', 'email', 'type', 'capabilities.transfers.requested', 'metadata.*'],
    run(world, { params }) {
      const mayReceive = flag(params, 'capabilities.transfers.requested') === true
      const account: Account = {
        id: newId('acct'),
        object: 'account',
        business_type: null,
        capabilities: mayReceive ? { transfers: 'active' } : {},
        charges_enabled: false,
        country: text(params, 'country') ?? 'US',
        created: world.now(),
        default_currency: 'usd',
        details_submitted: true,
        email: text(params, 'email') ?? null,
        metadata: metadata(params),
        payouts_enabled: mayReceive,
        type: oneOf(params, 'type', ['custom', 'express', 'standard']) ?? 'standard',
      }
      return world.store.add(account)
    },
  },
  listRoute('/v1/accounts', 'account'),
  readRoute('/v1/accounts/:id', 'account'),
]
