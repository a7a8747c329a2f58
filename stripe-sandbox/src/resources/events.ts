import { flag, text, texts } from '#api/params.ts'
import { listRoute, readRoute, type Route } from '#api/route.ts'

export const eventRoutes: readonly Route[] = [
  listRoute('/v1/events', 'event', ['type', 'types[]', 'delivery_success'], (params) => {
    const delivered = flag(params, 'delivery_success')
    return {
      where: {
        label: text(params, 'type') ?? null,
        state: delivered === undefined ? null : delivered ? 'delivered' : 'pending',
      },
      labels: texts(params, 'types'),
    }
  }),
  readRoute('/v1/events/:id', 'event'),
]
