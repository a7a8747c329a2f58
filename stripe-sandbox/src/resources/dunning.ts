import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { day } from '#resources/balance-transactions.ts'
import type { Decline } from '#resources/test-cards.ts'
import { methodFor } from './invoice-payer.ts'

// Eight retries in two weeks, in days after the first failure.
const retryDays = [1, 2, 3, 5, 7, 9, 11, 14]

// Declines after which banks forbid retries.
const hardDeclines = new Set(['lost_card', 'stolen_card', 'pickup_card'])

/** Unix seconds; null after the last one. Records the failure for `isRetryable`. */
export function nextTryAt(
  world: World,
  invoice: Kinds['invoice'],
  decline: Decline | undefined,
): number | null {
  const before = world.store.hidden(invoice.id)
  const failures = Number(before['failures'] ?? 0) + 1
  const since = Number(before['failedSince'] ?? world.now())
  const method = methodFor(world, invoice)
  const isHopeless = !method || hardDeclines.has(decline?.decline_code ?? '')
  const hopeless = isHopeless ? (method?.id ?? 'none') : null
  world.store.hide(invoice.id, { failures, failedSince: since, hopeless })
  const days = retryDays[failures - 1]
  return days === undefined ? null : Math.max(since + days * day, world.now() + 3600)
}

/** False while the method is missing or was ruled out by the bank: the attempt then only counts. */
export function isRetryable(world: World, invoice: Kinds['invoice']): boolean {
  const { hopeless } = world.store.hidden(invoice.id)
  return hopeless == null || hopeless !== (methodFor(world, invoice)?.id ?? 'none')
}
