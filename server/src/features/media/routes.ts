import { Readable } from 'node:stream'
import { api } from '@touchline/contract/api.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#errors.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { ByteRange } from '#media/media-store.ts'
import type { Services } from '#services.ts'
import { byteRange } from './byte-range.ts'
import { mediaFiles } from './schema.ts'

const idForm = /^[A-Za-z0-9_-]{22}$/
const variantForm = /^[a-z0-9-]{1,24}$/

const headers = {
  'accept-ranges': 'bytes',
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
  'content-disposition': 'inline',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const isOneOf = (header: string | undefined, etag: string) =>
  header?.split(',').some((given) => given.trim() === '*' || given.trim().replace(/^W\//, '') === etag) ??
  false

/** Serves the bytes of media. Access has been checked before any of this: no range and no ETag leads around it. */
export function mediaRoutes(route: Route, { db, live, log, media: store }: Services): void {
  const lookup = db
    .select({ key: mediaFiles.key, mimeType: mediaFiles.mimeType, bytes: mediaFiles.bytes })
    .from(mediaFiles)
    .where(
      and(eq(mediaFiles.mediaId, sql.placeholder('id')), eq(mediaFiles.variant, sql.placeholder('variant'))),
    )
    .prepare('media_file')

  const opened = async (key: string, range?: ByteRange) => {
    try {
      return await store.open(key, range)
    } catch (error) {
      log.error({ err: error, key }, 'a file of a medium is missing')
      throw notFound('Media')
    }
  }

  /** Cuts the connection when the reader loses access while bytes are still flowing. */
  const cutOnRevocation = (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => {
    const leave = live.admit({ viewer, request, leave: () => reply.raw.destroy() })
    reply.raw.once('close', leave)
  }

  route(api.media.read, async ({ params, viewer, request, reply }) => {
    if (request.headers['sec-fetch-site'] === 'cross-site')
      throw new Refusal(403, 'cross_site', 'This request came from another site.')
    const isKnownForm = idForm.test(params.id) && variantForm.test(params.variant)
    const [file] = isKnownForm ? await lookup.execute(params) : []
    if (!file) throw notFound('Media')

    const etag = `"${params.id}-${params.variant}-${file.bytes}"`
    const always = { ...headers, etag }
    if (isOneOf(request.headers['if-none-match'], etag)) return reply.code(304).headers(always).send()

    const ifRange = request.headers['if-range']
    const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined
    const range = byteRange(asked, file.bytes)
    void reply.type(file.mimeType)
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ ...headers, 'content-range': `bytes */${file.bytes}` })
        .send('')

    const part = range === 'whole' ? undefined : range
    const bytes = request.method === 'HEAD' ? Readable.from([]) : await opened(file.key, part)
    if (part) void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
    cutOnRevocation(viewer, request, reply)
    return reply
      .headers({ ...always, 'content-length': part ? part.end - part.start + 1 : file.bytes })
      .send(bytes)
  })
}
