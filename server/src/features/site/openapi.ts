import { api } from '@touchline/contract/api.ts'
import { type Endpoint, statusesOf } from '@touchline/contract/endpoint.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import * as z from 'zod/mini'
import { sessionCookie } from '#http/cookies.ts'
import { version } from '#process/version.ts'

type Schema = Record<string, unknown>

const toSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Schema
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const withFile = (schema: Schema, field: string | undefined): Schema =>
  field
    ? {
        ...schema,
        properties: { ...schema['properties']!, [field]: { type: 'string', format: 'binary' } },
      }
    : schema

const text = (type: string) => ({ [type]: { schema: { type: 'string' } } })

const isCsvToo = ({ query }: Endpoint) =>
  parametersOf(query, 'query').some(
    ({ name, schema }) => name === 'format' && JSON.stringify(schema).includes('"csv"'),
  )

/** The content of a successful response: JSON, CSV or another type. */
function responseOf(endpoint: Endpoint) {
  const { reply, replyType } = endpoint
  const content = {
    ...(reply ? json(toSchema(reply, 'output')).content : {}),
    ...(replyType ? text(replyType) : {}),
    ...(isCsvToo(endpoint) ? text('text/csv') : {}),
  }
  return Object.keys(content).length > 0 ? { content } : {}
}

const securityOf = ({ right }: Endpoint) => [{ session: [] }, ...(right ? [{ apiKey: [] }] : [])]

function operationOf(noun: string, name: string, endpoint: Endpoint) {
  const body =
    endpoint.body || endpoint.upload
      ? withFile(
          endpoint.body ? toSchema(endpoint.body, 'input') : { type: 'object', properties: {} },
          endpoint.upload,
        )
      : null
  const success = { description: 'Success', ...responseOf(endpoint) }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.right ? { 'x-right': endpoint.right } : {}),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
    ...(body
      ? {
          requestBody: {
            required: endpoint.upload !== undefined || !endpoint.body?.safeParse({}).success,
            content: { [endpoint.upload ? 'multipart/form-data' : 'application/json']: { schema: body } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, success])),
      default: { $ref: '#/components/responses/Refusal' },
    },
  }
}

type About = { siteName: string; siteUrl: string }

/** The OpenAPI 3.1 document of this API, generated from its schemas. */
export function openApiDocument({ siteName, siteUrl }: About) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, endpoints] of Object.entries<Record<string, Endpoint>>(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(noun, name, endpoint) }
    }
  return {
    openapi: '3.1.0',
    info: { title: siteName, version },
    servers: [{ url: siteUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      responses: { Refusal: { description: 'A refusal', ...json(toSchema(errorBody, 'output')) } },
    },
  }
}
