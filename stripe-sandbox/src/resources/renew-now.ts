import { findOrRefuse } from '#api/route.ts'
import type { World } from '#engine/world.ts'
import { collect } from '#resources/invoice-collecting.ts'
import { finalize } from '#resources/invoice-life.ts'
import { renew } from '#resources/subscription-life.ts'

export function renewNow(world: World, subscriptionId: string): void {
  const subscription = findOrRefuse(world, 'subscription', subscriptionId)
  renew(world, subscription)
  const invoice = world.store.find('invoice', subscription.latest_invoice ?? '')
  if (invoice?.status !== 'draft') return
  finalize(world, invoice)
  collect(world, invoice)
}
