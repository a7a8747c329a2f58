import { api } from '@touchline/contract/api.ts'
import { type Endpoint, statusesOf } from '@touchline/contract/endpoint.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import * as z from 'zod/mini'

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

function operationOf(noun: string, name: string, endpoint: Endpoint) {
  const body =
    endpoint.body || endpoint.upload
      ? withFile(
          endpoint.body ? toSchema(endpoint.body, 'input') : { type: 'object', properties: {} },
          endpoint.upload,
        )
      : null
  const success = {
    description: 'Success',
    ...(endpoint.reply ? json(toSchema(endpoint.reply, 'output')) : {}),
  }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(body
      ? {
          requestBody: {
            content: { [endpoint.upload ? 'multipart/form-data' : 'application/json']: { schema: body } },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(statusesOf(endpoint).map((status) => [status, success])),
      default: { description: 'A refusal', ...json(toSchema(errorBody, 'output')) },
    },
  }
}

/** This API as an OpenAPI 3.1 document, made from the objects that validate it. */
export function openApiDocument(siteName: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [noun, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(noun, name, endpoint) }
    }
  return { openapi: '3.1.0', info: { title: siteName, version: '1' }, paths }
}
