import { losesEarlyAccess, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { invalid } from '#errors.ts'

/** Refuses with 400 a scheduled draft that everybody could read as soon as members can, although members come first. */
export function refuseLostEarlyAccess(opensAt: Date | null, publishAt: Date | null, now: Date): void {
  if (losesEarlyAccess(opensAt, publishAt, now)) throw invalid(noEarlyAccess, { opensAt: noEarlyAccess })
}
