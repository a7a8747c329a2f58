import type { FastifyRequest } from 'fastify'
import type { ByteRange } from '#media/stored-files.ts'

/** Returns 'whole' without a header, for another unit, or for several ranges, which a server may ignore. */
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

const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag) ??
  false

/** Returns 'known' when the client has the bytes. A stale If-Range yields the whole file; HEAD ignores ranges. */
export function requestedBytes(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { etag, bytes }: { etag: string; bytes: number },
): ByteRange | 'known' | 'whole' | 'unsatisfiable' {
  if (matches(headers['if-none-match'], etag)) return 'known'
  if (method === 'HEAD') return 'whole'
  const ifRange = headers['if-range']
  return byteRange(ifRange === undefined || ifRange === etag ? headers.range : undefined, bytes)
}
