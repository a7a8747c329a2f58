import { api } from '@touchline/contract/api.ts'
import { maxUploadBytes as maxDrainedBytes } from '@touchline/contract/posts.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#limits/limits.ts'
import { uploadMs } from '#http/load.ts'
import type { Route } from '#http/routes.ts'
import { readAtPace } from '#http/slow-bodies.ts'
import type { Services } from '#services.ts'
import type { Viewer } from '#http/viewer.ts'
import { checkQuota, continueUpload } from './open-upload.ts'

export const tusContentType = 'application/offset+octet-stream'

/** Binds resumable uploads. The upload handler reads the body itself. */
export function uploadRoutes(scope: FastifyInstance, route: Route, services: Services): void {
  scope.addContentTypeParser(tusContentType, (_request, _body, done) => done(null))

  const { maxUploadBytes, maxVideoMs } = services.config.media

  /** Loads the upload library on first use: only who publishes needs it. */
  const answer = async (exchange: { request: FastifyRequest; reply: FastifyReply; viewer: Viewer }) => {
    const { request, reply, viewer } = exchange
    const [{ handleTus }, { PartStore }] = await Promise.all([
      import('./handle-tus.ts'),
      import('./part-store.ts'),
    ])
    return handleTus(request, reply, new PartStore(services, viewer.id))
  }

  route(api.uploads.rules, () => ({ maxBytes: maxUploadBytes, maxVideoMinutes: maxVideoMs / 60_000 }))

  route(api.uploads.limits, answer)

  route(
    api.uploads.begin,
    async (exchange) => {
      const bytes = Number(exchange.request.headers['upload-length'])
      if (bytes <= maxUploadBytes) await checkQuota(services, { personId: exchange.viewer.id, bytes })
      return answer(exchange)
    },
    { limit: limits.beginUpload },
  )

  route(api.uploads.progress, answer)

  route(
    api.uploads.proceed,
    async (exchange) =>
      readAtPace(exchange, { maxBytes: maxDrainedBytes }, async () => {
        const admission = await continueUpload(services, exchange.viewer.id)
        try {
          return await answer(exchange)
        } finally {
          admission.leave()
        }
      }),
    { maxMs: uploadMs },
  )

  route(api.uploads.cancel, answer)
}
