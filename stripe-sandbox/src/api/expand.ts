import type { Params } from '#api/form.ts'
import { texts } from '#api/params.ts'
import { malformed } from '#api/refusals.ts'
import { type Fields, fieldsOf, type Shape } from '#facts/shapes.ts'
import { asOfNow } from '#resources/balance-transactions.ts'
import { confirmationSecretOf, paymentsOf } from '#resources/invoice-payments.ts'
import { shownCustomer } from '#resources/customers.ts'
import type { World } from '#engine/world.ts'

type Node = Record<string, unknown>

const deepest = 4

// Fields that are absent unless expanded.
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

const refusedAt = (path: string) => malformed(`This property cannot be expanded (${path}).`, 'expand')

// Null when the facts do not describe this kind of object.
function fieldsAt(node: Node, below: Fields | null): Fields | null {
  if (typeof node['object'] !== 'string') return below
  return node['object'] === 'list' ? lists : (fieldsOf(node['object']) ?? null)
}

const lists: Fields = { data: { type: 'array', fields: {} } }

// Expand a string only where the field may hold an id, not where it merely looks like one.
function canOpen(shape: Shape | undefined): boolean {
  if (!shape) return false
  return [shape, shape.items].some((each) => each && (each.expandable || each.ref || each.fields || each.of))
}

function valueAt(world: World, node: Node, key: string, path: string, shape: Shape | undefined): unknown {
  const value = node[key]
  const isId = !shape || shape.expandable === true || shape.items?.expandable === true
  if (Array.isArray(value)) return isId ? value.map((item: unknown) => opened(world, item)) : value
  if (value !== undefined) return isId ? opened(world, value) : value
  const extra = included(world, node, key)
  if (extra === undefined && !shape && 'id' in node && !(key in node) && node['deleted'] !== true)
    throw refusedAt(path)
  return extra
}

// Copies only what lies on the path, so that stored objects stay unchanged.
function expandAt(
  world: World,
  node: unknown,
  keys: readonly string[],
  path: string,
  below: Fields | null,
): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return node
  if (Array.isArray(node)) return node.map((item: unknown) => expandAt(world, item, keys, path, below))
  if (!isNode(node)) return node
  const fields = fieldsAt(node, below)
  const shape = fields?.[key]
  if (fields && !canOpen(shape)) throw refusedAt(path)
  const value = valueAt(world, node, key, path, shape)
  const inner = shape?.fields ?? shape?.items?.fields ?? null
  return value === undefined ? node : { ...node, [key]: expandAt(world, value, rest, path, inner) }
}

/** Expands the fields named by `expand[]`, at most four levels deep, in a copy of the response. */
export function expanded(world: World, answer: object, params: Params): object {
  let result: unknown = answer
  for (const path of texts(params, 'expand') ?? []) {
    const keys = path.split('.')
    if (keys.length > deepest)
      throw malformed(`You cannot expand more than 4 levels of a property. Property: ${path}`, 'expand')
    result = expandAt(world, result, keys, path, null)
  }
  return isNode(result) ? result : answer
}
