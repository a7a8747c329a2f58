import { api } from '@touchline/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import type { Services } from '#services.ts'
import { countUnread, listNotices, readNotices } from './bell.ts'
import { addPush, removePush } from './add-push.ts'
import { setUnsubscribed, showUnsubscribe } from './unsubscribe.ts'
import { getPushKeys } from './push-keys.ts'
import { changeSettings, settingsOf, toSettings } from './settings.ts'

export function routes(route: Route, services: Services): void {
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

  route(api.notifications.notices, ({ viewer, query }) => listNotices(services, viewer, query.before))

  route(api.notifications.unreadNotices, ({ viewer }) => countUnread(services, viewer))

  route(api.notifications.readNotices, ({ viewer, body }) => readNotices(services, viewer, body.until), {
    limit: limits.readNotices,
  })

  route(api.notifications.showUnsubscribe, ({ query }) => showUnsubscribe(services, query.letter), {
    limit: limits.emailLink,
  })

  route(api.notifications.resubscribe, ({ query }) => setUnsubscribed(services, query.letter, false), {
    limit: limits.emailLink,
  })
}

/** Binds one-click unsubscribe (RFC 8058). Mail programs call it with a form body, which is discarded. */
export function unsubscribeRoute(scope: FastifyInstance, route: Route, services: Services): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16 * 1024 }, (_request, _body, done) =>
    done(null),
  )
  route(api.notifications.unsubscribe, ({ query }) => setUnsubscribed(services, query.letter, true), {
    limit: limits.emailLink,
  })
}
