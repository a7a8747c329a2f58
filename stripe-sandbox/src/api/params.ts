import type { Params, Value } from '#api/form.ts'
import { malformed } from '#api/refusals.ts'

/** Formats the path `a.b.0.c` as `a[b][0][c]`. */
export function bracketed(path: string): string {
  const [first, ...rest] = path.split('.')
  return first + rest.map((key) => `[${key}]`).join('')
}

/** The value at a dotted path, or undefined. */
export function at(params: Params, path: string): Value | undefined {
  let value: Value | undefined = params
  for (const key of path.split('.')) {
    if (typeof value !== 'object') return undefined
    value = Array.isArray(value) ? value[Number(key)] : value[key]
  }
  return value
}

/** A string; an empty string means "unset" and is returned as ''. */
export function text(params: Params, path: string): string | undefined {
  const value = at(params, path)
  if (value === undefined || typeof value === 'string') return value
  throw malformed('Invalid string: a string was expected.', bracketed(path))
}

export function required(params: Params, path: string): string {
  const value = text(params, path)
  if (value) return value
  throw malformed(`Missing required param: ${bracketed(path)}.`, bracketed(path), 'parameter_missing')
}

/** An integer, such as a unix time. */
export function integer(params: Params, path: string): number | undefined {
  const value = text(params, path)
  if (value === undefined || value === '') return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw malformed(`Invalid integer: ${value}`, bracketed(path), 'parameter_invalid_integer')
  return Number(value)
}

export function flag(params: Params, path: string): boolean | undefined {
  const value = text(params, path)
  if (value === undefined || value === '') return undefined
  if (value !== 'true' && value !== 'false') throw malformed(`Invalid boolean: ${value}`, bracketed(path))
  return value === 'true'
}

export function oneOf<T extends string>(params: Params, path: string, words: readonly T[]): T | undefined {
  const value = text(params, path)
  if (value === undefined || value === '') return undefined
  const found = words.find((word) => word === value)
  if (!found)
    throw malformed(`Invalid ${bracketed(path)}: must be one of ${words.join(', ')}`, bracketed(path))
  return found
}

/** A list of strings; undefined when the parameter is absent. */
export function texts(params: Params, path: string): string[] | undefined {
  const value = at(params, path)
  if (value === undefined || value === '') return undefined
  if (!Array.isArray(value)) throw malformed('Invalid array', bracketed(path))
  return value.map((_, index) => text(params, `${path}.${index}`)!)
}

/** The branches of a list of groups: `items[0][price]` gives one. */
export function groups(params: Params, path: string): Params[] {
  const value = at(params, path)
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw malformed('Invalid array', bracketed(path))
  return value.map((item, index) => {
    if (typeof item !== 'object' || Array.isArray(item))
      throw malformed('Invalid object', bracketed(`${path}.${index}`))
    return item
  })
}

/** Merges the requested changes into `current`: '' removes one key, or all of them. */
export function metadata(params: Params, current: Record<string, string> = {}): Record<string, string> {
  const value = at(params, 'metadata')
  if (value === undefined) return current
  if (value === '') return {}
  if (typeof value === 'string' || Array.isArray(value)) throw malformed('Invalid object', 'metadata')
  const next = { ...current }
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry !== 'string') throw malformed('Metadata values must be strings.', `metadata[${key}]`)
    if (key.length > 40 || entry.length > 500) throw malformed('Metadata is too long.', `metadata[${key}]`)
    if (entry === '') delete next[key]
    else next[key] = entry
  }
  return next
}

function pathsOf(value: Value, prefix: string): string[] {
  if (typeof value === 'string') return [prefix]
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${prefix}[]`))
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, prefix ? `${prefix}.${key}` : key))
}

/** Rejects parameters that are not in `takes` (`items[].price`; `metadata.*` accepts any key). */
export function refuseUnknown(params: Params, takes: readonly string[]): void {
  for (const path of pathsOf(params, '')) {
    const known = takes.some((name) => {
      if (name.endsWith('.*')) return path.startsWith(name.slice(0, -1)) || path === name.slice(0, -2)
      // An empty value unsets a whole branch: `discounts=''`.
      return name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[]`)
    })
    if (known || path === 'expand[]') continue
    const asked = bracketed(path.replaceAll('[]', '.0'))
    throw malformed(`Received unknown parameter: ${asked}`, asked, 'parameter_unknown')
  }
}
