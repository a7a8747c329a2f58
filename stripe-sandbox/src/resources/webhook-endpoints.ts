import { flag, metadata, required, text, texts } from '#api/params.ts'
import { invalid, malformed } from '#api/refusals.ts'
import { findOrRefuse, listRoute, readRoute, type Route } from '#api/route.ts'
import { newId, randomText } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import { apiVersion } from '#engine/world.ts'

type Endpoint = Kinds['webhook_endpoint']

function checkedUrl(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url', 'url_invalid')
  return url
}

export const webhookEndpointRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    takes: ['url', 'enabled_events[]', 'api_version', 'description', 'metadata.*'],
    run(world, { params }) {
      const enabled = texts(params, 'enabled_events') ?? []
      if (enabled.length === 0)
        throw malformed('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing')
      const version = text(params, 'api_version') || apiVersion
      if (version !== apiVersion) throw invalid(`Invalid Stripe API version: ${version}`, 'api_version')
      const endpoint: Endpoint = {
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: version,
        application: null,
        created: world.now(),
        description: text(params, 'description') || null,
        enabled_events: enabled,
        livemode: false,
        metadata: metadata(params),
        status: 'enabled',
        url: checkedUrl(required(params, 'url')),
      }
      const secret = `whsec_${randomText(32)}`
      world.store.add(endpoint, { secret })
      return { ...endpoint, secret }
    },
  },
  listRoute('/v1/webhook_endpoints', 'webhook_endpoint'),
  readRoute('/v1/webhook_endpoints/:id', 'webhook_endpoint'),
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    takes: ['url', 'enabled_events[]', 'description', 'disabled', 'metadata.*'],
    run(world, { id, params }) {
      const endpoint = findOrRefuse(world, 'webhook_endpoint', id)
      const disabled = flag(params, 'disabled')
      return world.amend(endpoint, {
        url: checkedUrl(text(params, 'url') || endpoint.url),
        enabled_events: texts(params, 'enabled_events') ?? endpoint.enabled_events,
        description: text(params, 'description') ?? endpoint.description,
        metadata: metadata(params, endpoint.metadata),
        status: disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled',
      })
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    run(world, { id }) {
      findOrRefuse(world, 'webhook_endpoint', id)
      world.store.remove(id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  },
]
