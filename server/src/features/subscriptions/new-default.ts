import { isCanceledUnpaid } from './ending/end-unpaid.ts'
import { isLive } from './snapshot/subscription-state.ts'
import type { SubscriptionReading } from './snapshot/subscription-snapshot.ts'
import type { Membership } from './schema.ts'

/**
 * True when a customer made a card their default and the subscription does not charge it yet. `heeded` is the default
 * we last knew of (`memberships.heededDefault`); without one the younger card is the one they chose.
 */
export function isNewDefault(reading: SubscriptionReading, heeded: string | null): boolean {
  const { ownMethod: own, defaultMethod: chosen } = reading
  if (!isLive(reading) || isCanceledUnpaid(reading) || !chosen || chosen.id === own?.id) return false
  return heeded === null ? isYounger(reading) : chosen.id !== heeded
}

/** True when the default is younger than what the subscription charges, or than the bill that nothing is there to pay. */
function isYounger({ ownMethod: own, defaultMethod: chosen, unpaidSince }: SubscriptionReading): boolean {
  const since = own ? own.createdAt : unpaidSince
  return chosen !== null && since !== null && chosen.createdAt >= since
}

/** The default to be known from now on: not one that still has to be followed. */
export function heededDefaultOf(reading: SubscriptionReading, known: Membership | undefined): string | null {
  const { ownMethod: own, defaultMethod: chosen } = reading
  const seen = chosen?.id ?? ''
  if (!known || (chosen && chosen.id === own?.id)) return seen
  return known.heededDefault === null && !isYounger(reading) ? seen : known.heededDefault
}
