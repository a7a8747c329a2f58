import { api } from '@touchline/contract/api.ts'
import { limits } from '#http/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { addPush, removePush } from './add-push.ts'
import { setUnsubscribed, showUnsubscribe } from './unsubscribe.ts'
import { getPushKeys } from './push-keys.ts'
import { changeSettings, settingsOf, toSettings } from './settings.ts'

/** Binds what people want to be told of, and the browsers that take push messages. */
export function notificationRoutes(route: Route, services: Services): void {
  const { db } = services

  route(api.notifications.show, async ({ viewer }) => toSettings(await settingsOf(db, viewer.id), viewer))

  route(
    api.notifications.change,
    async ({ viewer, body }) => toSettings(await changeSettings(services, viewer.id, () => body), viewer),
    { limit: limits.notificationSettings },
  )

  route(api.notifications.pushKey, async () => ({ publicKey: (await getPushKeys(services)).publicKey }))

  route(api.notifications.addPush, ({ viewer, body }) => addPush(services, viewer, body), {
    limit: limits.pushSubscription,
  })

  route(api.notifications.removePush, ({ viewer, body }) => removePush(services, viewer.id, body.endpoint), {
    limit: limits.pushSubscription,
  })

  route(api.notifications.showUnsubscribe, ({ query }) => showUnsubscribe(services, query.letter), {
    limit: limits.letterLink,
  })

  route(api.notifications.resubscribe, ({ query }) => setUnsubscribed(services, query.letter, false), {
    limit: limits.letterLink,
  })
}

/**
 * Binds the button that mail programs show beside a letter. They press it from nowhere, with a form as body: `route` is
 * one where a body of any kind is read and thrown away.
 */
export function unsubscribeRoute(route: Route, services: Services): void {
  route(api.notifications.unsubscribe, ({ query }) => setUnsubscribed(services, query.letter, true), {
    limit: limits.letterLink,
  })
}
