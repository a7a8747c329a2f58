import { Readable } from 'node:stream'
import { api } from '@touchline/contract/api.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#errors.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { ByteRange } from '#media/media-store.ts'
import { unseal } from '#payments/seal.ts'
import type { Services } from '#services.ts'
import { byteRange } from './byte-range.ts'
import { mediaHealth } from './media-health.ts'
import { mediaFiles } from './schema.ts'
import { tryAgain } from './try-again.ts'

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
export function mediaRoutes(route: Route, services: Services): void {
  const { db, live, log, media: store, programs, secret } = services
  const lookup = db
    .select({
      key: mediaFiles.key,
      mimeType: mediaFiles.mimeType,
      bytes: mediaFiles.bytes,
      sealed: mediaFiles.sealed,
    })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.mediaId, sql.placeholder('id')),
        eq(mediaFiles.variant, sql.placeholder('variant')),

        ne(mediaFiles.role, 'source'),
      ),
    )
    .prepare('media_file')

  /** The key of a stream. Sealed with another secret than ours it is lost, and with it the stream. */
  const unsealed = (sealed: string) => {
    const key = unseal(sealed, secret)
    if (key) return Buffer.from(key, 'base64')
    log.error('SESSION_SECRET is not the one that the keys of streams were sealed with')
    throw notFound('Media')
  }

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

  route(api.media.health, () => mediaHealth({ db, programs }))

  route(api.media.tryAgain, async ({ params }) => {
    if (!(await db.transaction((tx) => tryAgain(services, tx, params.id)))) throw notFound('Media')
  })

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
    if (file.sealed)
      return reply.headers(headers).header('cache-control', 'no-store').send(unsealed(file.sealed))
    const bytes = request.method === 'HEAD' ? Readable.from([]) : await opened(file.key, part)
    if (part) void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${file.bytes}`)
    cutOnRevocation(viewer, request, reply)
    return reply
      .headers({ ...always, 'content-length': part ? part.end - part.start + 1 : file.bytes })
      .send(bytes)
  })
}
