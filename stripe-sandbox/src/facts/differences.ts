import { facts, fieldsOf, type Fields, type Shape } from '#facts/shapes.ts'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

function fieldsOff(object: Record<string, unknown>, fields: Fields, path: string): string[] {
  const off: string[] = []
  for (const [name, shape] of Object.entries(fields))
    if (name in object) off.push(...valueOff(object[name], shape, `${path}.${name}`))
    else if (!shape.optional) off.push(`${path}.${name} is missing`)
  for (const name of Object.keys(object)) if (!(name in fields)) off.push(`${path}.${name} is not known`)
  return off
}

function listOff(value: unknown, path: string): string[] {
  if (!isObject(value) || value['object'] !== 'list' || !Array.isArray(value['data']))
    return [`${path} is no list`]
  return value['data'].flatMap((item) => departures(item, `${path}[]`))
}

function wordOff(value: unknown, shape: Shape, path: string): string[] {
  if (typeof value !== 'string' || !shape.enum || shape.enum.at(-1)?.startsWith('…')) return []
  return shape.enum.includes(value) ? [] : [`${path} is '${value}', which is none of its words`]
}

function valueOff(value: unknown, shape: Shape, path: string): string[] {
  if (value === null) return shape.nullable ? [] : [`${path} may not be null`]
  // An expanded field contains the object in place of its id.
  if (shape.expandable && isObject(value)) return departures(value, path)
  if (shape.type === 'list') return listOff(value, path)
  const expected = shape.type === 'decimal_string' ? 'string' : (shape.type ?? 'object')
  if (typeOf(value) !== expected) return [`${path} is ${typeOf(value)}, not ${String(expected)}`]
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.flatMap((item: unknown) => valueOff(item, items, `${path}[]`)) : []
  }
  if (!isObject(value)) return wordOff(value, shape, path)
  if (shape.ref) return departures(value, path)
  // Metadata and similar objects have no declared fields: any key is allowed.
  return shape.fields && Object.keys(shape.fields).length > 0 ? fieldsOff(value, shape.fields, path) : []
}

function eventOff(event: Record<string, unknown>, path: string): string[] {
  const { data, ...rest } = event
  const { data: _, ...fields } = fieldsOf('event') ?? {}
  const off = fieldsOff(rest, fields, path)
  if (!facts.event_types.includes(String(event['type']))) off.push(`${path}.type is no type of event`)
  const object = isObject(data) ? data['object'] : undefined
  off.push(...departures(object, `${path}.data.object`))
  const previous = isObject(data) ? data['previous_attributes'] : undefined
  const known = isObject(object) ? fieldsOf(String(object['object'])) : undefined
  if (!isObject(previous) || !known) return off
  for (const [name, value] of Object.entries(previous)) {
    const shape = known[name]
    const place = `${path}.data.previous_attributes.${name}`
    off.push(...(shape ? valueOff(value, shape, place) : [`${place} is not known`]))
  }
  return off
}

/** How an object deviates from the shape of its `object` field, as sentences. */
export function departures(object: unknown, path?: string): string[] {
  if (!isObject(object)) return [`${path ?? 'it'} is no object`]
  const name = String(object['object'])
  const place = path ?? name
  if (name === 'event') return eventOff(object, place)
  // A deleted object is only its id.
  if (object['deleted'] === true && Object.keys(object).length === 3) return []
  const fields = fieldsOf(name)
  return fields ? fieldsOff(object, fields, place) : []
}
