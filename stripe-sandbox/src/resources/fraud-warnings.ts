import { text } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

type Warning = Kinds['radar.early_fraud_warning']

/** An early fraud warning of the card's bank; no money moves yet. */
export function warnOfFraud(world: World, charge: Kinds['charge']): Warning {
  const warning: Warning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created: world.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(charge.payment_intent ? { payment_intent: charge.payment_intent } : {}),
  }
  world.store.add(warning)
  world.emit('radar.early_fraud_warning.created', warning)
  return warning
}

export const fraudWarningRoutes: readonly Route[] = [
  listRoute(
    '/v1/radar/early_fraud_warnings',
    'radar.early_fraud_warning',
    ['charge', 'payment_intent'],
    (params) => ({
      where: { parent: text(params, 'charge') ?? null, label: text(params, 'payment_intent') ?? null },
    }),
  ),
  readRoute('/v1/radar/early_fraud_warnings/:id', 'radar.early_fraud_warning'),
]
