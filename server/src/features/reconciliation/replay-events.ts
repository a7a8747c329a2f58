import type { Services } from '#services.ts'
import { withRefusals } from '#payments/provider-errors.ts'

const sinceSeconds = 3 * 24 * 60 * 60
const batchSize = 100

/**
 * Receives recent events that the provider could not deliver. Events that did arrive are not received twice. Returns
 * the number of new events.
 */
export async function replayEvents({
  clock,
  payments,
}: Pick<Services, 'clock' | 'payments'>): Promise<number> {
  const { stripe, inbox } = payments
  const since = Math.floor(clock.now().getTime() / 1000) - sinceSeconds
  let received = 0
  let after: string | undefined
  do {
    const page = await withRefusals(
      stripe.events.list({
        delivery_success: false,
        created: { gte: since },
        limit: batchSize,
        ...(after ? { starting_after: after } : {}),
      }),
    )
    for (const event of page.data) if (await inbox.take(event)) received += 1
    after = page.has_more ? page.data.at(-1)?.id : undefined
  } while (after)
  return received
}
