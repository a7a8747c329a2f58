import { api } from '@touchline/contract/api.ts'
import { maxWatchedLength, maxWatchedWords } from '@touchline/contract/held-comments.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { changeRules, refuseUnwatchable, savedRules } from './rules.ts'
import { watcher } from './watched-words.ts'

/** A character has at most four bytes. */
const maxBodyBytes = 5 * maxWatchedWords * maxWatchedLength

export function routes(route: Route, services: Services): void {
  const { db } = services

  route(api.heldComments.rules, () => savedRules(db))

  route(api.heldComments.changeRules, ({ viewer, body }) => changeRules(services, viewer.id, body), {
    limit: limits.staffActs,
    maxBodyBytes,
  })

  route(
    api.heldComments.tryWords,
    ({ body: { words, text } }) => {
      refuseUnwatchable(words)
      return { found: watcher(words)(text) }
    },
    { limit: limits.tryWords, maxBodyBytes },
  )
}
