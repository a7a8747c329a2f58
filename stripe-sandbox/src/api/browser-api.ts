import { expanded } from '#api/expand.ts'
import { parseForm } from '#api/form.ts'
import { required } from '#api/params.ts'
import { invalid, isRefusal, refuse, type Refusal } from '#api/refusals.ts'
import { createRouter, paramsOf } from '#api/router.ts'
import type { Call, Route } from '#api/route.ts'
import { isOutcome, isSameText } from '#api/secret-api.ts'
import { newRequestId } from '#engine/ids.ts'
import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { servePage } from '#pages/serve-page.ts'
import { confirmParams, confirmPayment, setupParams } from '#resources/intent-confirm.ts'
import { confirmSetup } from '#resources/setup-intents.ts'

const biggestBody = 100_000

// Fields that Stripe.js never shows: accounting, the owner's metadata, and the customer of an intent.
const secretOnly = new Set([
  'amount_received',
  'application',
  'application_fee_amount',
  'customer',
  'customer_account',
  'latest_attempt',
  'latest_charge',
  'mandate',
  'metadata',
  'on_behalf_of',
  'payment_record',
  'review',
  'single_use_mandate',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
])

/** Removes the fields reserved for the secret key, at any depth. */
function forBrowser(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forBrowser)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key]) => !secretOnly.has(key) && key !== 'charge')
  return Object.fromEntries(entries.map(([key, item]) => [key, forBrowser(item)]))
}

function intentFor<K extends 'payment_intent' | 'setup_intent'>(
  world: World,
  kind: K,
  { id, params }: Call,
): Kinds[K] {
  const secret = required(params, 'client_secret')
  const intent = world.store.find(kind, id)
  if (intent && isSameText(secret, intent.client_secret ?? '')) return intent
  throw invalid(
    `The client_secret provided does not match any associated ${kind}.`,
    'client_secret',
    'resource_missing',
  )
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    takes: ['client_secret', 'key'],
    run: (world, call) => intentFor(world, 'payment_intent', call),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    takes: ['client_secret', 'key', ...confirmParams.filter((name) => name !== 'off_session')],
    run(world, call) {
      const intent = intentFor(world, 'payment_intent', call)
      return confirmPayment(world, intent, call.params, false)
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    takes: ['client_secret', 'key'],
    run: (world, call) => intentFor(world, 'setup_intent', call),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    takes: ['client_secret', 'key', ...setupParams],
    run(world, call) {
      return confirmSetup(world, intentFor(world, 'setup_intent', call), call.params)
    },
  },
]

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

function refused(error: Refusal): Response {
  return new Response(JSON.stringify({ error: forBrowser(error.body) }), { status: error.status, headers })
}

/** The publishable-key API (an intent with its client secret) and the pages browsers are redirected to. */
export function createBrowserApi(world: World): (request: Request) => Promise<Response> {
  const route = createRouter(routes)

  async function answerTo(request: Request, url: URL): Promise<Response> {
    const match = route(request.method, url.pathname)
    const body = request.method === 'POST' ? await request.text() : ''
    if (body.length > biggestBody) throw refuse(413, { type: 'invalid_request_error', message: 'Too large.' })
    const form = [url.search.slice(1), body].filter(Boolean).join('&')
    const params = paramsOf(match.route, form)
    if (parseForm(form)['expand'] !== undefined) throw invalid('Nothing can be expanded here.', 'expand')
    const answer = world.onRequest(newRequestId(), null, () =>
      world.store.atomically(() => {
        return world.inTimeOf([match.id], request.method !== 'GET', () => {
          const object = match.route.run(world, { id: match.id, params, url: url.pathname })
          return JSON.stringify(forBrowser(expanded(world, object, {})))
        })
      }, isOutcome),
    )
    return new Response(answer, { status: 200, headers })
  }

  return async (request) => {
    const url = new URL(request.url)
    try {
      if (!url.pathname.startsWith('/v1/')) return await servePage(world, request, url)
      return await answerTo(request, url)
    } catch (error) {
      if (isRefusal(error)) return refused(error)
      throw error
    }
  }
}
