import { randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { MemoryLocker, Server } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { conflict, invalid, notFound, Refusal } from '#errors.ts'
import { tooLarge } from '#media/receive-upload.ts'
import { isStorageFull, storageFull } from '#media/storage-errors.ts'
import type { PartStore } from './part-store.ts'

/** Serializes requests for one upload; a later request ends an earlier one on a dead connection. */
const locker = new MemoryLocker()
const lockDrainMs = 300
const forwardedHeaders = /^(?:tus-|upload-|location$|cache-control$)/

/** Pipes the body through a separate stream, so that the tus library cannot destroy our connection. */
function bodyOf(request: FastifyRequest) {
  const bytes = new PassThrough()
  request.raw.once('error', (error) => bytes.destroy(error)).pipe(bytes)
  return Readable.toWeb(bytes)
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  const { method, url } = request
  const body = method === 'PATCH' ? bodyOf(request) : null
  return new Request(new URL(url, 'http://club'), { method, headers, body, duplex: 'half' })
}

/**
 * Throws 400 for an invalid request, 404 for an unknown upload, 409 for a wrong offset,
 * 412 for a wrong protocol version, 413 for too many bytes.
 */
export async function handleTus(request: FastifyRequest, reply: FastifyReply, store: PartStore) {
  const { maxUploadBytes } = store.services.config.media
  let failure: unknown
  const tus = new Server({
    path: '/api/uploads',
    datastore: store,
    locker,
    lockDrainTimeout: lockDrainMs,
    maxSize: maxUploadBytes,
    relativeLocation: true,
    allowedOrigins: () => false,
    namingFunction: () => randomBytes(16).toString('base64url'),
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  const response = await tus.handleWeb(toWebRequest(request))
  if (response.status >= 400) throw asRefusal(response.status, failure, maxUploadBytes)
  for (const [name, value] of response.headers)
    if (forwardedHeaders.test(name)) void reply.header(name, value)
  return reply.code(response.status).header('cache-control', 'no-store').send()
}

function asRefusal(status: number, failure: unknown, maxUploadBytes: number): unknown {
  if (status === 404 || status === 410) return notFound('Upload')
  if (status === 409) return conflict('This upload continues from a different position.')
  if (status === 412) return new Refusal(412, 'invalid_input', 'Uploads are sent with version 1.0.0 of tus.')
  if (status === 413) return tooLarge(maxUploadBytes)
  if (isStorageFull(failure)) return storageFull()
  if (failure instanceof Error) return failure
  return invalid('This is not a valid upload request.')
}
