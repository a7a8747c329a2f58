import { api } from '@touchline/contract/api.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { site } from '@touchline/content/site.ts'
import { leaveMessage } from './leave-message.ts'

export function supportRoutes(route: Route, services: Services): void {
  route(
    api.support.contact,
    async ({ body }) => {
      await leaveMessage(services, body, site.supportEmail)
      return { message: "Thank you for contacting us! We'll get back to you soon." }
    },
    { limit: limits.contact },
  )
}
