import type Stripe from 'stripe'
import { withRefusals } from '#payments/provider-errors.ts'

const pageSize = 100
/** Usually few movements follow the last checkpoint. */
const firstPageSize = 20

/** Yields pages with sources, newest first, up to but excluding `until`. Throws provider errors as refusals. */
export async function* walkTransactions(
  stripe: Stripe,
  until: string | null = null,
): AsyncGenerator<Stripe.BalanceTransaction[], { isReached: boolean }> {
  let after: string | undefined
  for (;;) {
    const page = await withRefusals(
      stripe.balanceTransactions.list({
        limit: until && !after ? firstPageSize : pageSize,
        expand: ['data.source'],
        ...(after ? { starting_after: after } : {}),
      }),
    )
    const end = page.data.findIndex(({ id }) => id === until)
    yield end < 0 ? page.data : page.data.slice(0, end)
    if (end >= 0) return { isReached: true }
    after = page.data.at(-1)?.id
    if (!page.has_more || !after) return { isReached: false }
  }
}

/** The tip id in the payment's metadata; null for anything else. */
export function tipPaidBy({
  reporting_category: category,
  source,
}: Stripe.BalanceTransaction): string | null {
  if (category !== 'charge' || !source || typeof source === 'string') return null
  return ('metadata' in source ? source.metadata?.['tip_id'] : null) ?? null
}
