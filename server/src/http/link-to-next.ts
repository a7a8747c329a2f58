import { maxPerPage } from '@touchline/contract/text.ts'
import type { FastifyReply } from 'fastify'

/** Tells where a list that is cut off goes on (RFC 8288): the pages of `path` after the last of what is `shown`. */
export function linkToNext(reply: FastifyReply, path: string, shown: { id: string }[]): void {
  const last = shown.at(-1)
  if (last) void reply.header('link', `<${path}?limit=${maxPerPage}&before=${last.id}>; rel="next"`)
}
