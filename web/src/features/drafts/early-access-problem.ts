import { noEarlyAccess } from '@touchline/contract/drafts.ts'
import { openFromStart } from '#ui/early-access-field.tsx'
import { clubNow } from '#ui/clock.ts'

/** Why a post cannot go out at `publishAt`, or now: it would be open to everybody by then. */
export function earlyAccessProblem(opensAt: string | null, publishAt: string | null): string | undefined {
  if (opensAt === null || opensAt === openFromStart) return undefined
  const publication = publishAt === null ? clubNow() : Date.parse(publishAt)
  return Date.parse(opensAt) <= publication ? noEarlyAccess : undefined
}
