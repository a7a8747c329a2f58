import { readFileSync } from 'node:fs'

// A leaf is a type: "string", "list line_item", "ref price"; "?" may be null, "~" may be absent.
type Shape = string | { [field: string]: Shape }

const shapes: Record<string, Record<string, Shape>> = JSON.parse(
  readFileSync(new URL('./shapes-2026-10-28.endive.json', import.meta.url), 'utf8'),
)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function codeOf(shape: Shape): string {
  if (typeof shape === 'string') return shape
  const { $: code } = shape
  return typeof code === 'string' ? code : 'object'
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

function fieldsOff(object: Record<string, unknown>, fields: Record<string, Shape>, path: string): string[] {
  const off: string[] = []
  for (const [name, shape] of Object.entries(fields)) {
    if (name === '$') continue
    const code = codeOf(shape)
    if (name in object) off.push(...valueOff(object[name], shape, code, `${path}.${name}`))
    else if (!code.endsWith('~')) off.push(`${path}.${name} is missing`)
  }
  for (const name of Object.keys(object)) if (!(name in fields)) off.push(`${path}.${name} is not known`)
  return off
}

function valueOff(value: unknown, shape: Shape, code: string, path: string): string[] {
  const [type = '', of = ''] = code.replace(/[?~]/g, '').split(' ')
  if (value === null) return code.includes('?') ? [] : [`${path} may not be null`]
  // An expanded field holds the object in place of its id.
  if (type === 'string' && isObject(value) && typeof value['object'] === 'string')
    return departures(value, path)
  if (type === 'list') {
    const data = isObject(value) && value['object'] === 'list' ? value['data'] : undefined
    return Array.isArray(data)
      ? data.flatMap((item) => departures(item, `${path}[]`))
      : [`${path} is no list`]
  }
  const expected = type === 'decimal' ? 'string' : type === 'ref' ? 'object' : type
  if (typeOf(value) !== expected) return [`${path} is ${typeOf(value)}, not ${expected}`]
  if (type === 'ref') return departures(value, path)
  if (Array.isArray(value)) return of ? value.flatMap((item) => departures(item, `${path}[]`)) : []
  return isObject(value) && typeof shape !== 'string' && path.split('.').pop() !== 'metadata'
    ? fieldsOff(value, shape, path)
    : []
}

/** Where an object departs from the shape its `object` field promises, as sentences; empty when nowhere. */
export function departures(object: unknown, path?: string): string[] {
  if (!isObject(object)) return [`${path ?? 'it'} is no object`]
  const name = String(object['object'])
  const shape = shapes[name]
  return shape ? fieldsOff(object, shape, path ?? name) : []
}
