import type { FastifyRequest } from 'fastify'
import { invalid } from '#errors.ts'

/** Throws a 400 refusal for a malformed key. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw invalid('The Idempotency-Key must be 1 to 200 visible characters.')
}
