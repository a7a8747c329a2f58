import { sandboxSdk } from '#payments/sandbox-sdk.ts'
import type { Services } from '#services.ts'
import type { Club } from './club.ts'

type Send = (request: Request) => Promise<Response>

/**
 * The services of a club with a line to the provider that a test stands in: `passOn` gets every request and decides
 * what happens before it is sent, instead, or while the answer is on its way.
 */
export function onLine(
  { services }: Pick<Club, 'services'>,
  passOn: (request: Request, send: Send) => Promise<Response>,
): Services {
  const { payments } = services
  const sandbox = payments.sandbox!
  const send: Send = (request) => sandbox.secret(request)
  const stripe = sandboxSdk({ secretKey: sandbox.secretKey, secret: (request) => passOn(request, send) })
  return { ...services, payments: { ...payments, stripe } }
}
