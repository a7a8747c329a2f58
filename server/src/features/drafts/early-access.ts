import { noEarlyAccess } from '@touchline/contract/drafts.ts'
import { invalid } from '#errors.ts'

/**
 * Throws 400 when a draft would go out at `publishAt` although it is open to everybody by then. A day before `begunAt`,
 * when the draft was begun, is intended: the post is for everybody from the start.
 */
export function refuseLostEarlyAccess(opensAt: Date | null, publishAt: Date | null, begunAt: Date): void {
  if (opensAt === null || publishAt === null) return
  if (opensAt > begunAt && opensAt <= publishAt) throw invalid(noEarlyAccess, { opensAt: noEarlyAccess })
}
