import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unavailable } from '#errors.ts'
import type { Services } from '#services.ts'
import { requestedBytes } from './conditional-request.ts'
import type { ImageCache } from './image-cache.ts'
import { servedHeaders, servedType, type ServedFile } from './served-headers.ts'
import { ShortFile } from '#media/storage-errors.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Rules = {
  /** Called before a body is opened that takes its time to be read; may refuse. */
  onOpen: () => void
  kept?: ImageCache
  /** Hears that the file is not, or not all of it, where it was stored. */
  onDamaged?: () => void
  /** How long a reader may take nothing before the connection is cut; a minute when left out. */
  stalledMs?: number
}

const minuteMs = 60_000
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Rejects with ENOENT for a file that is not stored, with ShortFile for one of which a part is lost. */
async function checkWhole(store: Services['media'], { key, bytes }: ServedFile) {
  const found = await store.stat(key)
  if (!found) throw Object.assign(new Error(`ENOENT: ${key} is not stored`), { code: 'ENOENT' })
  if (found.bytes < bytes) throw new ShortFile(key)
}

/**
 * Answers with a file, or the part of it that was asked for: 200, 206, 304 or 416. With MEDIA_ACCEL_PREFIX nginx reads
 * the file and judges ranges and conditions. 404 when the store has lost it, 503 when it has lost a part or does not
 * answer; what is lost while it is read cuts the answer off.
 */
export async function serveFile(
  { request, reply }: Exchange,
  file: ServedFile,
  { media: store, config, log }: Pick<Services, 'media' | 'config' | 'log'>,
  { onOpen, kept, onDamaged, stalledMs = minuteMs }: Rules,
): Promise<FastifyReply> {
  const { accelPrefix } = config.media
  void reply.headers(servedHeaders(file)).type(servedType(file.mimeType))
  // Opened by itself it is saved: no page of this site's origin is made of what somebody uploaded.
  if (request.headers['sec-fetch-dest'] === 'document') void reply.header('content-disposition', 'attachment')

  const heard = (error: unknown) => {
    log.error({ err: error, key: file.key }, 'a file of a media item cannot be read')
    if (isMissing(error) || error instanceof ShortFile) onDamaged?.()
  }
  const failed = (error: unknown) => {
    heard(error)
    throw isMissing(error)
      ? notFound('Media')
      : unavailable('This cannot be shown right now. Please try again.')
  }

  const place = accelPrefix === null ? null : store.placeOf(file.key)
  if (place !== null) {
    // What is lost nobody would hear of: nginx would answer without asking again.
    await checkWhole(store, file).catch(failed)
    // Which bytes there are to ask for says nginx.
    return reply.removeHeader('accept-ranges').header('x-accel-redirect', `${accelPrefix}${place}`).send('')
  }

  const asked = requestedBytes(request, file)
  if (asked === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send('')
  const { etag } = file
  if (asked === 'known') return reply.code(304).header('etag', etag).removeHeader('content-type').send()

  const part = asked === 'whole' ? undefined : asked
  const length = part ? part.end - part.start + 1 : file.bytes
  if (request.method === 'HEAD')
    return reply.headers({ etag, 'content-length': length }).send(Readable.from([]))

  // What is not in the connection's queue any more has been handed to the system.
  const isTaken = () => reply.raw.writableLength === 0
  const picture = await kept?.bytesOf(file)?.catch(failed)
  if (!picture) onOpen()
  const bytes =
    picture?.subarray(part?.start ?? 0, (part?.end ?? file.bytes) + 1) ??
    (await store.open(file.key, part ?? { start: 0, end: file.bytes - 1 }, isTaken).catch(failed))
  if (bytes instanceof Readable) bytes.once('error', heard)
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  if (part) void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
  return reply.headers({ etag, 'content-length': length }).send(bytes)
}
