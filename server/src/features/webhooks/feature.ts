import { api } from '@touchline/contract/api.ts'
import type { Feature } from '#features/feature.ts'
import { limits } from '#limits/limits.ts'
import {
  deleteOldDeliveries,
  enqueueDueWebhooks,
  replayDelivery,
  sendDueWebhooks,
  sendTestWebhook,
} from './deliver.ts'
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  setWebhookState,
} from './endpoints.ts'
import { listDeliveries, toDelivery } from './list-deliveries.ts'

export const webhooks: Feature = {
  routes(route, services) {
    const limit = limits.staffActs
    route(api.webhooks.list, async () => ({ webhooks: await listWebhooks(services) }))
    route(api.webhooks.create, ({ viewer, body }) => createWebhook(services, viewer.id, body), { limit })
    route(api.webhooks.change, ({ viewer, params, body }) =>
      changeWebhook(services, viewer.id, params.id, body),
    )
    route(api.webhooks.rotateSecret, ({ viewer, params }) => rotateSecret(services, viewer.id, params.id), {
      limit,
    })
    route(api.webhooks.setState, ({ viewer, params, body }) =>
      setWebhookState(services, viewer.id, params.id, body.isOn),
    )
    route(api.webhooks.remove, ({ viewer, params }) => removeWebhook(services, viewer.id, params.id))
    route(
      api.webhooks.sendTest,
      async ({ params }) => toDelivery(await sendTestWebhook(services, params.id)),
      { limit: limits.tryOut },
    )
    route(api.webhooks.deliveries, ({ params, query }) => listDeliveries(services.db, params.id, query))
    route(api.webhooks.replay, ({ params }) => replayDelivery(services, params.id), { limit })
  },
  jobs(services) {
    const { jobs } = services
    jobs.every('* * * * *', 'deliver-webhooks', () => enqueueDueWebhooks(services))
    jobs.work('send-webhooks', ({ endpointId }) => sendDueWebhooks(services, String(endpointId)), {
      keyOf: ({ endpointId }) => String(endpointId),
    })
    jobs.every('43 3 * * *', 'delete-webhook-deliveries', () => deleteOldDeliveries(services))
  },
}
