import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { secretRoutes } from '#api/secret-routes.ts'
import { extraParams, refused } from '#facts/refused-params.ts'
import { requestShapes, withoutRequestShape } from '#facts/request-shapes.ts'
import { facts, type Fields, type Shape } from '#facts/shapes.ts'

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const shaped = secretRoutes.flatMap((route) => {
  const shape = requestShapes[nameOf(route)]
  return shape ? [{ route, shape, fields: facts.params[shape]!, takes: route.takes ?? [] }] : []
})
const everyReason = (table: Readonly<Record<string, readonly string[]>>) => Object.values(table).flat()

/** The shape at a path such as `items[].price`; null below a type the facts do not open. */
function shapeAt(fields: Fields, path: string): Shape | null | undefined {
  let below: Fields | null | undefined = fields
  let shape: Shape | null | undefined
  for (const part of path.split('.')) {
    if (below === null) return null
    shape = below?.[part.replace('[]', '')]
    if (!shape) return undefined
    const inner: Shape = part.endsWith('[]') ? (shape.items ?? {}) : shape
    if (part.endsWith('[]') && !shape.items) return undefined
    below = inner.ref && !inner.fields ? null : inner.fields
    shape = inner
  }
  return shape
}

const scalars = new Set(['string', 'number', 'boolean', 'decimal_string'])

function isTaken(fields: Fields, path: string): boolean {
  if (!path.endsWith('.*')) {
    const shape = shapeAt(fields, path)
    const types = [shape?.type ?? 'string'].flat()
    return shape === null || (shape !== undefined && types.some((type) => scalars.has(type)))
  }
  const shape = shapeAt(fields, path.slice(0, -2))
  return (
    shape === null ||
    (shape !== undefined && (shape.ref !== undefined || [shape.type].flat().includes('object')))
  )
}

/** The shortest paths of a request that none of `takes` reaches. */
function leftOut(fields: Fields, takes: readonly string[], prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, shape]) => {
    const path = prefix + name
    const isWhole = (take: string) =>
      take === path ||
      take === `${path}[]` ||
      (take.endsWith('.*') && `${path}.`.startsWith(take.slice(0, -1)))
    if (path === 'expand' || takes.some(isWhole)) return []
    const below = shape.fields ?? shape.items?.fields
    const inner = shape.type === 'array' ? `${path}[].` : `${path}.`
    if (!takes.some((take) => take.startsWith(inner))) return [path]
    return below ? leftOut(below, takes, inner) : []
  })
}

it('has a request shape, or a reason against one, for every endpoint with input', () => {
  const unknown = secretRoutes
    .filter(({ takes }) => takes && takes.length > 0)
    .map(nameOf)
    .filter((name) => !requestShapes[name] && !withoutRequestShape.includes(name))
  expect(unknown).toEqual([])
  expect(withoutRequestShape.filter((name) => !secretRoutes.some((route) => nameOf(route) === name))).toEqual(
    [],
  )
})

it('accepts no parameter or type that the SDK’s request lacks', () => {
  const wrong = shaped.flatMap(({ route, fields, takes }) =>
    takes
      .filter((path) => !everyReason(extraParams).includes(path) && !isTaken(fields, path))
      .map((path) => `${nameOf(route)} takes ${path}`),
  )
  expect(wrong).toEqual([])
})

it('accepts every parameter of the SDK’s requests, or states a reason', () => {
  const reasons = everyReason(refused)
  const used = new Set<string>()
  const unsaid = shaped.flatMap(({ route, shape, fields, takes }) =>
    leftOut(fields, takes)
      .filter((path) => {
        const above = `${path.slice(0, path.lastIndexOf('.'))}.*`
        const reason = [path, above, `${shape}.${path}`].find((one) => reasons.includes(one))
        if (reason) used.add(reason)
        return !reason
      })
      .map((path) => `${nameOf(route)} leaves out ${path}`),
  )
  expect(unsaid).toEqual([])
  expect(reasons.filter((reason) => !used.has(reason))).toEqual([])
  // A plain name must not hide that an endpoint no longer accepts it.
  const taken = new Set(shaped.flatMap(({ takes }) => takes))
  expect(reasons.filter((reason) => taken.has(reason))).toEqual([])
})

it('documents every rejected parameter and its reason in the README', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const missing = Object.entries(refused).flatMap(([reason, paths]) =>
    [reason, ...paths.map((path) => `\`${path}\``)].filter((text) => !readme.includes(text)),
  )
  expect(missing).toEqual([])
})
