import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { accessPolicies } from '@touchline/contract/access.ts'
import { api } from '@touchline/contract/api.ts'
import { type Endpoint, statusesOf } from '@touchline/contract/endpoint.ts'
import * as z from 'zod/mini'

type Schema = {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Objects deeper than this are named, not spelled out. */
const maxDepth = 2

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON Schema of the contract: these parts of it
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema

const fieldsOf = ({ properties = {}, required = [] }: Schema, depth: number) =>
  Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field, depth)}`,
  )

function typeOf(schema: Schema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, depth)))].join(' | ')
  if (schema.items) {
    const item = typeOf(schema.items, depth)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) return depth < maxDepth ? `{ ${fieldsOf(schema, depth + 1).join(', ')} }` : 'object'
  return schema.format ?? [schema.type ?? 'any'].flat().join(' | ')
}

const listed = (title: string, text: string) => (text ? [`- ${title}: ${text}`] : [])
const partOf = (title: string, schema: z.ZodMiniType | undefined) =>
  listed(title, schema ? `\`${typeOf(toSchema(schema, 'input'))}\`` : '')

function entryFor(endpoint: Endpoint): string {
  const { method, path, access, right, summary, params, query, body, upload, reply, replyType } = endpoint
  const conditions = [
    `\`${access}\``,
    ...(right ? [`API keys with \`${right}\``] : []),
    ...(endpoint.evenSuspended ? ['also suspended'] : []),
    ...(endpoint.confirmed ? ['identity confirmed in the last minutes'] : []),
    ...(endpoint.provenEmail ? ['email confirmed'] : []),
    ...(endpoint.beforeTwoFactor ? ['also before the second step is set up'] : []),
  ]
  const answer = reply ? `\`${typeOf(toSchema(reply, 'output'))}\`` : (replyType ?? 'no JSON')
  return [
    `### ${method} ${path}`,
    '',
    summary,
    '',
    ...listed('Access', conditions.join(', ')),
    ...partOf('Path', params),
    ...partOf('Query', query),
    ...partOf(upload ? 'Form' : 'Body', body),
    ...listed('File field', upload ? `\`${upload}\`` : ''),
    ...listed(`Returns ${statusesOf(endpoint).join(', ')}`, answer),
    '',
  ].join('\n')
}

/** The whole API as a Markdown page, made from the contract. */
export function apiReference(): string {
  const nouns = Object.entries<Record<string, Endpoint>>(api).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const chapters = nouns.map(([noun, endpoints]) =>
    [`## ${noun}\n`, ...Object.values(endpoints).map((endpoint) => entryFor(endpoint))].join('\n'),
  )
  return `# API reference

\`npm run api-reference\` writes this page from \`contract/src/\`; a test fails when it is out of date. A running site
describes the same API as an OpenAPI document at \`/api/openapi.json\`.

People have a session cookie; programs send an API key as \`Authorization: Bearer\`. Every endpoint has one access policy (${accessPolicies.map((policy) => `\`${policy}\``).join(', ')}), explained in
\`contract/src/access.ts\`. Refusals are JSON: \`{ message, code }\` with the fitting status. A question mark marks an
optional field.

${chapters.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(new URL('../../../docs/api.md', import.meta.url), apiReference())
