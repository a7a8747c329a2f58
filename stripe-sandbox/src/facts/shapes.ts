import { readFileSync } from 'node:fs'

/** The SDK's type of one field or parameter. A `ref` to a type outside the file is an object or an id. */
export type Shape = {
  type?: string | readonly string[]
  nullable?: boolean
  optional?: boolean
  expandable?: boolean
  open_enum?: boolean
  enum?: readonly string[]
  fields?: Fields
  items?: Shape
  of?: string
  ref?: readonly string[]
}
export type Fields = { [name: string]: Shape }

type Facts = {
  objects: { [name: string]: Fields }
  params: { [name: string]: Fields }
  event_types: readonly string[]
}

/** Names, types, nullability and values of stripe-node 23.1.0 for API version 2026-10-28.endive. */
export const facts: Facts = JSON.parse(
  readFileSync(new URL('./shapes-2026-10-28.endive.json', import.meta.url), 'utf8'),
)

const byWireName = new Map(
  Object.values(facts.objects).map((fields) => [fields['object']?.enum?.[0] ?? '', fields] as const),
)

/** The fields of the kind of object with this `object` value. */
export const fieldsOf = (wireName: string): Fields | undefined => byWireName.get(wireName)
