import { sandboxSdk } from '#payments/sandbox-sdk.ts'
import type { Services } from '#services.ts'
import type { Club } from './club.ts'

type Send = (request: Request) => Promise<Response>

/** `passOn` gets every request and may act before, instead of or after it. */
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
