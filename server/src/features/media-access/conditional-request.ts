import type { FastifyRequest } from 'fastify'
import { byteRange } from '#features/media/byte-range.ts'
import type { ByteRange } from '#media/stored-files.ts'

const names = (header: string | undefined, etag: string) =>
  header?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag) ??
  false

/**
 * Which bytes of a file a request asks for: none, because the reader has them (`known`), one range of them, the whole,
 * or what is not there. A range of other bytes than those the reader began with (If-Range) is the whole; HEAD knows
 * no ranges.
 */
export function askedBytes(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { etag, bytes }: { etag: string; bytes: number },
): ByteRange | 'known' | 'whole' | 'unsatisfiable' {
  if (names(headers['if-none-match'], etag)) return 'known'
  if (method === 'HEAD') return 'whole'
  const ifRange = headers['if-range']
  return byteRange(ifRange === undefined || ifRange === etag ? headers.range : undefined, bytes)
}
