import { isStorableText } from '@touchline/contract/text.ts'
import type * as z from 'zod/mini'
import { invalid, notFound, Refusal } from '#errors.ts'

const mayHideBadText = /\\u0000|\\ud[89a-f]/i

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (value === null || typeof value !== 'object') return true
  for (const [key, inner] of Object.entries(value))
    if (!isStorableText(key) || !isStorable(inner)) return false
  return true
}

function refuseUnstorable(body: unknown): void {
  const message = 'This text contains characters that cannot be stored.'
  const parts = body !== null && typeof body === 'object' && !Array.isArray(body) ? Object.entries(body) : []
  const bad = parts.filter(([name, value]) => isStorableText(name) && !isStorable(value))
  if (bad.length > 0) throw invalid(message, Object.fromEntries(bad.map(([name]) => [name, message])))
  if (!isStorable(body)) throw invalid(message)
}

/** Every JSON string, with the colon after it when it is a field name. */
const texts = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g

function fieldsWrittenIn(json: string): number {
  let count = 0
  for (const [, colon] of json.matchAll(texts)) if (colon) count += 1
  return count
}

/** An empty body becomes an empty object. Refuses text that PostgreSQL cannot store, and duplicate fields. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  let value: unknown
  let fieldsRead = 0
  try {
    value = JSON.parse(text, function read(this: unknown, key, inner: unknown) {
      if (key === '__proto__') throw invalid('The request contains a field that is not allowed.')
      if (!Array.isArray(this)) fieldsRead += 1
      return inner
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw invalid('The request is not valid JSON.')
  }
  // The reviver is also called for the root.
  if (fieldsWrittenIn(text) !== fieldsRead - 1) throw invalid('The request names a field twice.')
  if (mayHideBadText.test(text)) refuseUnstorable(value)
  return value
}

/** Validates one part of a request. The first problem becomes the message; all are in `fields`. */
export function checked<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw refusalOf(result.error)
}

function refusalOf({ issues }: z.core.$ZodError): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= sentence(issue)
  return invalid(Object.values(fields)[0] ?? 'The request is not valid.', fields)
}

const sentence = (issue: z.core.$ZodIssue) => {
  if (issue.message && !issue.message.startsWith('Invalid input')) return issue.message
  const name = issue.path.join('.')
  return name ? `${name} is missing or not valid.` : 'The request is not valid.'
}

/** Validates path parameters. An invalid id is 404 like an unknown one; anything else is 400. */
export function parseParams<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  throw result.error.issues.some(({ path }) => path[0] === 'id') ? notFound('Page') : refusalOf(result.error)
}

/** Refuses NUL characters in the URL, which PostgreSQL would reject with an error. */
export function refuseBadAddress(url: string) {
  if (url.includes('%00')) throw invalid('The address contains characters that are not allowed.')
}
