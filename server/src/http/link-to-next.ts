import { maxPerPage } from '@touchline/contract/text.ts'
import type { FastifyReply } from 'fastify'

/** Adds a Link header (RFC 8288) to the page of `path` after the last item shown. */
export function linkToNext(reply: FastifyReply, path: string, shown: { id: string }[]): void {
  const last = shown.at(-1)
  if (last) void reply.header('link', `<${path}?limit=${maxPerPage}&before=${last.id}>; rel="next"`)
}
