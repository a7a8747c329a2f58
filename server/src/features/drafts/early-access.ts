import { losesEarlyAccess, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { invalid } from '#errors.ts'

/**
 * Throws 400 for a schedule that would open a post to everyone no later than to members, although it promises early
 * access.
 */
export function refuseLostEarlyAccess(opensAt: Date | null, publishAt: Date | null, now: Date): void {
  if (losesEarlyAccess(opensAt, publishAt, now)) throw invalid(noEarlyAccess, { opensAt: noEarlyAccess })
}
