import { api } from '@touchline/contract/api.ts'
import { maxUploadBytes as maxDrainedBytes } from '@touchline/contract/posts.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '#limits/limits.ts'
import { uploadMs } from '#http/load.ts'
import type { Route } from '#http/routes.ts'
import { readAtPace } from '#http/slow-bodies.ts'
import type { Services } from '#services.ts'
import { checkQuota, continueUpload } from './open-upload.ts'
import { handleTus } from './handle-tus.ts'
import { PartStore } from './part-store.ts'

export const tusContentType = 'application/offset+octet-stream'

/** Binds resumable uploads. The upload handler reads the body itself. */
export function uploadRoutes(scope: FastifyInstance, route: Route, services: Services): void {
  scope.addContentTypeParser(tusContentType, (_request, _body, done) => done(null))

  const { maxUploadBytes, maxVideoMs } = services.config.media

  route(api.uploads.rules, () => ({ maxBytes: maxUploadBytes, maxVideoMinutes: maxVideoMs / 60_000 }))

  route(api.uploads.limits, ({ request, reply, viewer }) =>
    handleTus(request, reply, new PartStore(services, viewer.id)),
  )

  route(
    api.uploads.begin,
    async ({ request, reply, viewer }) => {
      const bytes = Number(request.headers['upload-length'])
      if (bytes <= maxUploadBytes) await checkQuota(services, { personId: viewer.id, bytes })
      return handleTus(request, reply, new PartStore(services, viewer.id))
    },
    { limit: limits.beginUpload },
  )

  route(api.uploads.progress, ({ request, reply, viewer }) =>
    handleTus(request, reply, new PartStore(services, viewer.id)),
  )

  route(
    api.uploads.proceed,
    async ({ request, reply, viewer }) =>
      readAtPace({ request, reply }, { maxBytes: maxDrainedBytes }, async () => {
        const admission = await continueUpload(services, viewer.id)
        try {
          return await handleTus(request, reply, new PartStore(services, viewer.id))
        } finally {
          admission.leave()
        }
      }),
    { maxMs: uploadMs },
  )

  route(api.uploads.cancel, ({ request, reply, viewer }) =>
    handleTus(request, reply, new PartStore(services, viewer.id)),
  )
}
