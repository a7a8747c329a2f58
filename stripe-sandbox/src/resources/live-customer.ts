import type { Kinds } from '#engine/wire.ts'
import { findOrRefuse } from '#api/route.ts'
import type { World } from '#engine/world.ts'

type Customer = Kinds['customer']

/** A customer that has not been deleted, or Stripe's error. */
export function liveCustomer(world: World, id: string, param?: string): Customer {
  const customer = findOrRefuse(world, 'customer', id, param)
  return customer.deleted ? findOrRefuse(world, 'customer', `${id} (deleted)`, param) : customer
}
