import { losesEarlyAccess, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { invalid } from '#errors.ts'

/** Throws 400 when a post with early access would open to everyone no later than to members. */
export function refuseLostEarlyAccess(opensAt: Date | null, publishAt: Date | null, now: Date): void {
  if (losesEarlyAccess(opensAt, publishAt, now)) throw invalid(noEarlyAccess, { opensAt: noEarlyAccess })
}
