import { createControlApi } from '@touchline/stripe-sandbox/control/control-api.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { notFound, tooManyRequests } from '#errors.ts'
import { checked } from '#http/input.ts'
import { limits } from '#limits/limits.ts'
import { memoryRates } from '#limits/rate.ts'
import { networkOf } from '#http/network-of.ts'
import type { Config } from '#config/config.ts'
import type { Address } from '#http/cookies.ts'
import type { Payments } from './payments.ts'

type MountOptions = { payments: Payments; config: Config; address: Address }

const pageBytes = 64 * 1024

/**
 * Mounts the publishable-key API and the pages, with real keys nothing. The control API is off
 * by default and answers on loopback only.
 */
export function sandboxRoutes(scope: FastifyInstance, services: MountOptions) {
  const { sandbox } = services.payments
  if (!sandbox) return
  const rates = memoryRates()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: pageBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/sandbox/*',
    config: { access: 'public' },
    async onRequest({ ip }) {
      const waitSeconds = rates.count(networkOf(ip), limits.sandbox)
      if (waitSeconds !== null) throw tooManyRequests('Too many attempts.', waitSeconds)
    },
    handler: async (request, reply) => {
      const response = await sandbox.browser(toWebRequest(request, services.address.url, '/sandbox'))
      return sendOn(response, reply)
    },
  })
  if (services.config.payments.sandboxControl) controlRoutes(scope, services)
}

function toWebRequest(request: FastifyRequest, siteUrl: string, prefix: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'cookie' && name !== 'content-length') headers.set(name, value)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && Buffer.isBuffer(request.body)
  const url = new URL(siteUrl)
  const [path, ...search] = request.url.slice(prefix.length).split('?')
  url.pathname = path!
  url.search = search.join('?')
  return new Request(url, {
    method: request.method,
    headers,
    // Fastify's parser gives a Buffer; Request needs its own copy.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ...(hasBody ? { body: new Uint8Array(request.body as Buffer) } : {}),
  })
}

async function sendOn(response: Response, reply: FastifyReply) {
  void reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers)
    if (name !== 'content-length' && name !== 'transfer-encoding') void reply.header(name, value)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const targetSubscription = z.object({ subscriptionId: z.string() })

function controlRoutes(scope: FastifyInstance, { payments, address }: MountOptions) {
  const control = createControlApi(payments.sandbox!.control, {
    // As the owner does in Stripe's dashboard: at once, not at the end of the paid month.
    'end-subscription': async (body) => {
      await payments.stripe.subscriptions.cancel(checked(targetSubscription, body).subscriptionId)
    },
  })
  scope.post('/_sandbox/*', { config: { access: 'public' } }, async (request, reply) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (isForwarded || !loopback.has(request.ip)) throw notFound('Page')
    return sendOn(await control(toWebRequest(request, address.url, '/_sandbox')), reply)
  })
}
