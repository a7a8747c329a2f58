import { api } from '@touchline/contract/api.ts'
import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { dropCaptions } from './drop-captions.ts'
import { saveCaptions } from './save-captions.ts'

/** Room for the longest captions, should every line of theirs be a single letter. */
const maxBodyBytes = 2 * maxCaptionsBytes

/** Binds what the author of a post does about its captions; they are read at the door of all media. */
export function captionRoutes(route: Route, services: Services): void {
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
