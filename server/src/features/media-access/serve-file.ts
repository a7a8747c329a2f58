import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unavailable } from '#errors.ts'
import type { Services } from '#services.ts'
import { requestedBytes } from './conditional-request.ts'
import { type SmallFiles, readWhole } from './small-files.ts'
import { isPicture, servedHeaders, servedType, type ServedFile } from './served-headers.ts'
import { ShortFile } from '#media/storage-errors.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Rules = {
  /** Called before a body is streamed; may throw. */
  onOpen: () => void
  cache?: SmallFiles
  /** Instead of those for members. nginx would drop them, so this server sends the file. */
  headers?: Record<string, string>
  /** Changes the text of a file, which is then sent whole. */
  rewrite?: ((text: string) => string) | undefined
  /** Called when the stored file is missing or incomplete. */
  onDamaged?: () => void
  /** The connection is cut when the client reads nothing for this long; a minute by default. */
  stalledMs?: number
}

const minuteMs = 60_000
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Rejects with ENOENT for a missing file, with ShortFile for an incomplete one. */
async function checkComplete(store: Services['media'], { key, bytes }: ServedFile) {
  const found = await store.stat(key)
  if (!found) throw Object.assign(new Error(`ENOENT: ${key} is not stored`), { code: 'ENOENT' })
  if (found.bytes < bytes) throw new ShortFile(key)
}

/**
 * Responds with 200, 206, 304 or 416, or leaves that to nginx. Throws 404 for a missing file, 503 for an
 * incomplete one or when storage is away. A file that breaks off while it is sent cuts the connection.
 */
export async function serveFile(
  { request, reply }: Exchange,
  file: ServedFile,
  { media: store, config, log }: Pick<Services, 'media' | 'config' | 'log'>,
  { onOpen, cache, onDamaged, headers, rewrite, stalledMs = minuteMs }: Rules,
): Promise<FastifyReply> {
  const { accelPrefix } = config.media
  void reply.headers(headers ?? servedHeaders(file)).type(servedType(file.mimeType))
  // A file that is opened directly is downloaded, so that user content never becomes a page of this origin.
  if (request.headers['sec-fetch-dest'] === 'document' && file.role !== 'attachment')
    void reply.header('content-disposition', 'attachment')

  const onReadError = (error: unknown) => {
    log.error({ err: error, key: file.key }, 'reading a media file failed')
    if (isMissing(error) || error instanceof ShortFile) onDamaged?.()
  }
  const failed = (error: unknown) => {
    onReadError(error)
    throw isMissing(error)
      ? notFound('Media')
      : unavailable('This cannot be shown right now. Please try again.')
  }

  if (rewrite) {
    const content = await readWhole(store, file).catch(failed)
    return reply.removeHeader('accept-ranges').send(rewrite(content.toString()))
  }

  const place = accelPrefix === null || headers ? null : store.placeOf(file.key)
  if (place !== null) {
    // nginx would not report a missing file, so check it here.
    await checkComplete(store, file).catch(failed)
    // nginx validates the range.
    return reply.removeHeader('accept-ranges').header('x-accel-redirect', `${accelPrefix}${place}`).send('')
  }

  const requested = requestedBytes(request, file)
  if (requested === 'unsatisfiable') {
    if (headers) void reply.header('cache-control', 'no-store')
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send('')
  }
  const { etag } = file
  if (requested === 'known') return reply.code(304).header('etag', etag).removeHeader('content-type').send()

  const part = requested === 'whole' ? undefined : requested
  const length = part ? part.end - part.start + 1 : file.bytes
  if (request.method === 'HEAD')
    return reply.headers({ etag, 'content-length': length }).send(Readable.from([]))

  // Bytes that left the queue of the connection were handed to the operating system.
  const isTaken = () => reply.raw.writableLength === 0
  const cached = await cache?.bytesOf(file)?.catch(failed)
  // A cached picture is sent too soon to be counted or cut off.
  if (!cached || !isPicture(file.role)) onOpen()
  const bytes =
    cached?.subarray(part?.start ?? 0, (part?.end ?? file.bytes) + 1) ??
    (await store.open(file.key, part ?? { start: 0, end: file.bytes - 1 }, isTaken).catch(failed))
  if (bytes instanceof Readable) bytes.once('error', onReadError)
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  if (part) void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
  return reply.headers({ etag, 'content-length': length }).send(bytes)
}
