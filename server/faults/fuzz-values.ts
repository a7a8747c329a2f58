import * as z from 'zod/mini'
import type { Random } from '#demo/seeded-random.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Part = JsonSchema | boolean

/** Unexpected values that programs and people send. */
const surprises: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 63,
  true,
  [],
  {},
  [[[[[[]]]]]],
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '💥'.repeat(600),
  'x'.repeat(30_000),
  "'; drop table people; --",
  '%00',
  '../../etc/passwd',
  '${7*7}{{7*7}}',
  'null',
  'NaN',
  '9'.repeat(400),
  '-0',
  '1e9999',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-30',
  '2026-13',
  'javascript:alert(1)',
  'http://[::1',
  '\r\nset-cookie: a=b',
  { __proto__: null, constructor: { prototype: {} } },
  { toString: 1, valueOf: null },
]

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>()

function written(schema: z.ZodMiniType): JsonSchema {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  schemas.set(schema, known)
  return known
}

/** Draws values for the parts of a request: mostly valid by their schema, sometimes arbitrary. */
export type Values = {
  of(schema: z.ZodMiniType): unknown
  text(): string
  /** A known id, or the id of nothing. */
  id(): string
  surprise(): unknown
}

const words = ['Kick-off', 'offside', 'ninety minutes', 'kickoff', 'été', '4242', 'EARLYBIRD', 'a b c', '🎉']

/** Draws from `random`. `ids` may grow while drawing. */
export function valuesFrom(random: Random, ids: readonly string[]): Values {
  const surprise = () => random.pick(surprises)
  const id = () =>
    ids.length > 0 && random.chance(0.9) ? random.pick(ids) : '0190b0d0-0000-7000-8000-000000000000'
  const text = () => (random.chance(0.3) ? id() : random.pick(words))

  const formed: Record<string, () => string> = {
    uuid: id,
    'date-time': () => new Date(Date.UTC(2026, random.whole(0, 40), random.whole(1, 28))).toISOString(),
    date: () => `2026-${String(random.whole(1, 12)).padStart(2, '0')}-${random.whole(10, 28)}`,
    email: () =>
      random.pick(['member@club.example', 'nobody@club.example', `f${random.whole(1, 999)}@x.example`]),
    uri: () => 'https://club.example/pitch',
  }

  function value(part: Part): unknown {
    if (typeof part === 'boolean' || random.chance(0.08)) return surprise()
    const choices = part.anyOf ?? part.oneOf
    if (choices && choices.length > 0) return value(random.pick(choices))
    if (part.const !== undefined) return part.const
    if (part.enum && part.enum.length > 0) return random.pick(part.enum)
    switch (part.type) {
      case 'object':
        return object(part)
      case 'array':
        return Array.from({ length: random.whole(0, 4) }, () =>
          value(Array.isArray(part.items) ? true : (part.items ?? true)),
        )
      case 'integer':
      case 'number':
        return random.pick([
          0,
          1,
          5,
          random.whole(-3, 40),
          random.whole(0, 1e6),
          part.minimum ?? 1,
          part.maximum ?? 9,
        ])
      case 'boolean':
        return random.chance(0.5)
      case 'null':
        return null
      case 'string':
        return (formed[part.format ?? ''] ?? text)()
      default:
        return random.chance(0.5) ? text() : random.whole(0, 40)
    }
  }

  function object({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
    const fields: [string, unknown][] = Object.entries(properties)
      .filter(([name]) => random.chance(required.includes(name) ? 0.97 : 0.5))
      .map(([name, part]) => [name, value(part)])
    if (random.chance(0.05)) fields.push([random.pick(['id', 'role', '__proto__', 'isBlocked']), surprise()])
    return Object.fromEntries(fields)
  }

  return { of: (schema) => value(written(schema)), text, id, surprise }
}
