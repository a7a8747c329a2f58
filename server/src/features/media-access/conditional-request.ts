import type { FastifyRequest } from 'fastify'
import type { ByteRange } from '#media/stored-files.ts'

/**
 * Which bytes of `size` a Range header asks for: one range, the whole (none given, another unit, or several
 * ranges, which we need not serve), or nothing that exists.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (header === undefined) return 'whole'
  const [unit, list] = header.split('=', 2)
  if (list !== undefined && unit?.trim().toLowerCase() !== 'bytes') return 'whole'
  if (list?.includes(',')) return 'whole'
  const [, first, last] = /^\s*(\d*)-(\d*)\s*$/.exec(list ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'unsatisfiable'
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  return range.start <= range.end ? range : 'unsatisfiable'
}

const names = (header: string | undefined, etag: string) =>
  header?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag) ??
  false

/**
 * Which bytes of a file a request asks for: none, because the reader has them (`known`), one range of them, the whole,
 * or what is not there. A range of other bytes than those the reader began with (If-Range) is the whole; HEAD knows
 * no ranges.
 */
export function requestedBytes(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { etag, bytes }: { etag: string; bytes: number },
): ByteRange | 'known' | 'whole' | 'unsatisfiable' {
  if (names(headers['if-none-match'], etag)) return 'known'
  if (method === 'HEAD') return 'whole'
  const ifRange = headers['if-range']
  return byteRange(ifRange === undefined || ifRange === etag ? headers.range : undefined, bytes)
}
