import type { Params } from '#api/form.ts'
import { texts } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'
import { asOfNow } from '#resources/balance-transactions.ts'
import { confirmationSecretOf, paymentsOf } from '#resources/invoice-payments.ts'
import { shownCustomer } from '#resources/customers.ts'
import type { World } from '#engine/world.ts'

type Node = Record<string, unknown>

const deepest = 4

// Fields that are absent until asked for.
function included(world: World, node: Node, key: string): unknown {
  const invoice = world.store.find('invoice', String(node['id']))
  if (invoice && key === 'confirmation_secret') return confirmationSecretOf(world, invoice)
  if (invoice && key === 'payments') return paymentsOf(world, invoice)
  if (node['object'] === 'charge' && key === 'refunds') {
    const id = String(node['id'])
    const { data, more } = world.store.page({ kind: 'refund', where: { parent: id }, limit: 10 })
    return { object: 'list', data, has_more: more, url: `/v1/charges/${id}/refunds` }
  }
  if (node['object'] === 'customer' && key === 'subscriptions') {
    const id = String(node['id'])
    const where = { customer: id }
    const { data, more } = world.store.page({
      kind: 'subscription',
      where,
      limit: 10,
      exceptState: 'canceled',
    })
    return { object: 'list', data, has_more: more, url: `/v1/customers/${id}/subscriptions` }
  }
  return undefined
}

function opened(world: World, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const object = world.store.findAny(value)
  if (!object) return value
  return object.object === 'customer' ? shownCustomer(object) : asOfNow(world, object)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function valueAt(world: World, node: Node, key: string, path: string): unknown {
  const value = node[key]
  if (Array.isArray(value)) return value.map((item: unknown) => opened(world, item))
  if (value !== undefined) return opened(world, value)
  const extra = included(world, node, key)
  if (extra === undefined && 'id' in node && !(key in node) && node['deleted'] !== true)
    throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  return extra
}

// Copies what lies on the path and nothing else: what is stored stays as it is.
function expandAt(world: World, node: unknown, keys: readonly string[], path: string): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return node
  if (Array.isArray(node)) return node.map((item: unknown) => expandAt(world, item, keys, path))
  if (!isNode(node)) return node
  const value = valueAt(world, node, key, path)
  return value === undefined ? node : { ...node, [key]: expandAt(world, value, rest, path) }
}

/** The answer with what `expand[]` names opened, four levels deep at most; the answer itself is not changed. */
export function expanded(world: World, answer: object, params: Params): object {
  let result: unknown = answer
  for (const path of texts(params, 'expand') ?? []) {
    const keys = path.split('.')
    if (keys.length > deepest)
      throw invalid(`You cannot expand more than 4 levels of a property. Property: ${path}`, 'expand')
    result = expandAt(world, result, keys, path)
  }
  return isNode(result) ? result : answer
}
