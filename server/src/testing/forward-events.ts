import type { Stripe } from 'stripe'
import type { Services } from '#services.ts'

const pauseMs = 500

export type Forwarder = {
  pause(): void
  resume(): void
  duplicate(on: boolean): void
  /** Resolves when all events up to now have been delivered. */
  drained(): Promise<void>
  stop(): Promise<void>
}

/** Delivers each of the provider's events once, signed with the club's secret. Starts with new events. */
export async function forwardEvents({
  payments,
  address,
  clock,
}: Pick<Services, 'payments' | 'address' | 'clock'>): Promise<Forwarder> {
  const { stripe, webhookSecrets } = payments
  const since = Math.floor(clock.now().getTime() / 1000)
  const recent = () => stripe.events.list({ created: { gte: since }, limit: 100 })
  const given = new Set<string>()
  // Earlier test clocks of this account left events dated in the future.
  for await (const { id } of recent()) given.add(id)
  let isPaused = false
  let isDoubled = false
  const ending = new AbortController()
  let round = Promise.resolve()

  async function deliver(event: Stripe.Event): Promise<void> {
    const payload = JSON.stringify(event)
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecrets[0]! })
    const send = () =>
      fetch(`${address.url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      })
    const answers = await Promise.all(isDoubled ? [send(), send()] : [send()])
    if (answers.some(({ ok }) => ok)) given.add(event.id)
  }

  async function look(): Promise<void> {
    if (isPaused) return
    const fresh: Stripe.Event[] = []
    for await (const event of recent()) if (!given.has(event.id)) fresh.push(event)
    for (const event of fresh.toReversed()) if (!isPaused) await deliver(event)
  }

  function lookAgain(): Promise<void> {
    // Failed reads and deliveries are retried in the next round.
    round = round.then(() => look().catch(() => undefined))
    return round
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      await lookAgain()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  })()

  return {
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    duplicate: (on) => void (isDoubled = on),
    drained: () => lookAgain(),
    async stop() {
      ending.abort()
      await looking
    },
  }
}
