import { createHash, timingSafeEqual } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import { Refusal } from '#errors.ts'
import type { Feature } from '#features/feature.ts'
import { openGate } from '#http/gate-cookie.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. A site without a gate accepts any code. */
function routes(route: Route, services: Services): void {
  const { config } = services
  const expected = config.accessCode === null ? null : digest(config.accessCode)
  route(
    api.gate.unlock,
    ({ body, reply }) => {
      if (expected && !timingSafeEqual(digest(body.code), expected))
        throw new Refusal(401, 'wrong_access_code', 'Incorrect password. Try again!')
      openGate(reply, services)
    },
    { limit: limits.unlock },
  )
}

export const gate: Feature = { routes }
