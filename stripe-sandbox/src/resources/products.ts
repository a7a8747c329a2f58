import { flag, metadata, required, text } from '#api/params.ts'
import { findOrRefuse, listRoute, readRoute, stateFlag, type Route } from '#api/route.ts'
import { newId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

export function addProduct(
  world: World,
  asked: {
    name: string
    description?: string | undefined
    metadata?: Record<string, string>
    active?: boolean
  },
): Kinds['product'] {
  return world.store.add({
    id: newId('prod'),
    object: 'product',
    active: asked.active ?? true,
    created: world.now(),
    default_price: null,
    description: asked.description || null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: asked.metadata ?? {},
    name: asked.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  })
}

export const productRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    takes: ['name', 'description', 'active', 'metadata.*'],
    run: (world, { params }) =>
      addProduct(world, {
        name: required(params, 'name'),
        description: text(params, 'description'),
        metadata: metadata(params),
        active: flag(params, 'active') ?? true,
      }),
  },
  listRoute('/v1/products', 'product', ['active'], (params) => ({ where: stateFlag(params, 'active') })),
  readRoute('/v1/products/:id', 'product'),
  {
    method: 'POST',
    path: '/v1/products/:id',
    takes: ['name', 'description', 'active', 'metadata.*'],
    run(world, { id, params }) {
      const product = findOrRefuse(world, 'product', id)
      const description = text(params, 'description')
      return world.amend(product, {
        name: text(params, 'name') || product.name,
        description: description === undefined ? product.description : description || null,
        active: flag(params, 'active') ?? product.active,
        metadata: metadata(params, product.metadata),
        updated: world.now(),
      })
    },
  },
]
