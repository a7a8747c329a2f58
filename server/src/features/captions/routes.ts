import { api } from '@touchline/contract/api.ts'
import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { dropCaptions } from './drop-captions.ts'
import { saveCaptions } from './save-captions.ts'

/** JSON escapes can double the length of the captions. */
const maxBodyBytes = 2 * maxCaptionsBytes

/** Binds changes of captions. The media routes serve them. */
export function routes(route: Route, services: Services): void {
  route(
    api.captions.save,
    ({ params, body, viewer }) =>
      saveCaptions(services, {
        viewer,
        postId: params.id,
        language: params.language,
        content: body.content,
      }),
    { limit: limits.captions, maxBodyBytes },
  )

  route(
    api.captions.remove,
    ({ params, viewer }) => dropCaptions(services, { viewer, postId: params.id, language: params.language }),
    { limit: limits.captions },
  )
}
