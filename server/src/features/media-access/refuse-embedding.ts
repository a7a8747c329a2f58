import type { FastifyRequest } from 'fastify'
import { Refusal } from '#errors.ts'

/** Only our own pages may embed media; browsers send this header. */
export function refuseEmbedding({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const from = headers['sec-fetch-site']
  if (from === 'cross-site' || from === 'same-site')
    throw new Refusal(403, 'cross_site', 'This request came from another site.')
}
