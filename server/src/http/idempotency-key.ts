import type { FastifyRequest } from 'fastify'
import { invalid } from '#errors.ts'

/** The name a browser gave this press of a button, so that a repeat is known as one. Throws 400 for a malformed one. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalid('The Idempotency-Key must be 1 to 200 visible characters.')
}
