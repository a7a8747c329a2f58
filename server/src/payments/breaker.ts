import { circuitBreaker, handleAll, SamplingBreaker } from 'cockatiel'
import { Stripe } from 'stripe'

type Options = {
  /** How long the provider is left alone before one request tries it again. */
  restMs?: number
  /** Hears that requests are held back, and that they go out again. */
  onChange?: (isOpen: boolean) => void
}

const tooManyRequests = 429

const hasFailed = (answer: unknown) =>
  answer instanceof Stripe.HttpClientResponse &&
  (answer.getStatusCode() >= 500 || answer.getStatusCode() === tooManyRequests)

/**
 * An HTTP client of the SDK that leaves a failing provider alone: once five requests within half a minute, and more than
 * half of them, got no answer, 429 or an error of the provider's own, further ones are refused here at once instead of
 * keeping a person waiting for each. After `restMs` one of them tries, and with its success all go out again.
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
