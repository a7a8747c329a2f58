import { circuitBreaker, handleAll, SamplingBreaker } from 'cockatiel'
import { Stripe } from 'stripe'

type Options = {
  /** How long to wait before one request tries the provider again. */
  restMs?: number
  onChange?: (isOpen: boolean) => void
}

const tooManyRequests = 429

const hasFailed = (answer: unknown) =>
  answer instanceof Stripe.HttpClientResponse &&
  (answer.getStatusCode() >= 500 || answer.getStatusCode() === tooManyRequests)

/**
 * Opens when more than half of at least five requests within half a minute fail (no response, 429 or 5xx): further
 * requests fail at once until one succeeds after `restMs`.
 */
export function clientWithBreaker(
  client: Stripe.HttpClient,
  { restMs = 5000, onChange }: Options = {},
): Stripe.HttpClient {
  const breaker = new SamplingBreaker({ threshold: 0.5, duration: 30_000, minimumRps: 5 / 30 })
  const failure = handleAll.orWhenResult(hasFailed)
  const policy = circuitBreaker(failure, { halfOpenAfter: restMs, breaker })
  policy.onBreak(() => onChange?.(true))
  policy.onReset(() => onChange?.(false))
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...request) => policy.execute(() => client.makeRequest(...request)),
  }
}
