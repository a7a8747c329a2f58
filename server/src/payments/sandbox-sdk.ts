import type { Sandbox } from '@touchline/stripe-sandbox/sandbox.ts'
import { Stripe } from 'stripe'

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

/** Needs no socket: faster, and the secret-key API is open on no port. `timeoutMs` bounds each request. */
export function sandboxSdk(
  sandbox: Pick<Sandbox, 'secret' | 'secretKey'>,
  { timeoutMs = 10_000, maxNetworkRetries = 2 }: { timeoutMs?: number; maxNetworkRetries?: number } = {},
): Stripe {
  const toSandbox: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = sandbox.secret(request)
    return init?.signal ? Promise.race([response, aborted(init.signal)]) : response
  }
  return new Stripe(sandbox.secretKey, {
    httpClient: Stripe.createFetchHttpClient(toSandbox),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
  })
}
