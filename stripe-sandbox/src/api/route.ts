import type { Params } from '#api/form.ts'
import { flag, text, integer } from '#api/params.ts'
import { invalid, malformed, missing } from '#api/refusals.ts'
import type { Kind, Kinds } from '#engine/wire.ts'
import type { PageFilter, PageQuery } from '#engine/pages.ts'
import type { World } from '#engine/world.ts'

export type Call = { id: string; params: Params; url: string }

/** An endpoint: the parameters it accepts (see `refuseUnknown`) and its handler. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  takes?: readonly string[]
  run: (world: World, call: Call) => object
}

const pageParams = ['limit', 'starting_after', 'ending_before']

// Kinds whose lists cannot be filtered by time.
const undated: ReadonlySet<Kind> = new Set(['payment_method', 'test_helpers.test_clock', 'webhook_endpoint'])

/** A route that lists `kind`; `filter` reads the other parameters. */
export function listRoute<K extends Kind>(
  path: string,
  kind: K,
  takes: readonly string[] = [],
  filter: (params: Params, world: World) => PageFilter = () => ({}),
  shown: (world: World, object: Kinds[K]) => object = (_, object) => object,
): Route {
  return {
    method: 'GET',
    path,
    takes: [...pageParams, ...(undated.has(kind) ? [] : ['created', 'created.*']), ...takes],
    run(world, { params, url }) {
      const page = world.store.page<K>({ kind, ...pageOf(world, params), ...filter(params, world) })
      return {
        object: 'list',
        url,
        has_more: page.more,
        data: page.data.map((object) => shown(world, object)),
      }
    },
  }
}

/** Reads the paging parameters; rejects invalid limits and ids. */
export function pageOf(world: World, params: Params): Omit<PageQuery, 'kind'> {
  const limit = integer(params, 'limit') ?? 10
  if (limit < 1 || limit > 100)
    throw malformed('This value must be between 1 and 100.', 'limit', 'parameter_invalid_integer')
  const after = text(params, 'starting_after')
  const before = text(params, 'ending_before')
  if (after && before) throw invalid('Only one of starting_after and ending_before may be given.')
  for (const id of [after, before])
    if (id && !world.store.findAny(id))
      throw missing('object', id, after ? 'starting_after' : 'ending_before')
  const exactly = typeof params['created'] === 'string' ? integer(params, 'created') : undefined
  const over = integer(params, 'created.gt')
  const under = integer(params, 'created.lt')
  return {
    limit,
    after,
    before,
    createdFrom: exactly ?? integer(params, 'created.gte') ?? (over === undefined ? undefined : over + 1),
    createdTo: exactly ?? integer(params, 'created.lte') ?? (under === undefined ? undefined : under - 1),
  }
}

export function readRoute<K extends Kind>(
  path: string,
  kind: K,
  shown: (world: World, object: Kinds[K]) => object = (_, object) => object,
): Route {
  return { method: 'GET', path, run: (world, { id }) => shown(world, findOrRefuse(world, kind, id)) }
}

/** The object with this id, or 404 in Stripe's words. */
export function findOrRefuse<K extends Kind>(world: World, kind: K, id: string, param?: string): Kinds[K] {
  const object = world.store.find(kind, id)
  if (object) return object
  throw param ? invalid(`No such ${kind}: '${id}'`, param, 'resource_missing') : missing(kind, id)
}

/** Converts a boolean list filter to the column's value. */
export function stateFlag(params: Params, name: string): { state?: string } {
  const value = flag(params, name)
  return value === undefined ? {} : { state: String(value) }
}
