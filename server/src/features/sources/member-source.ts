import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { parseSource } from './parse-source.ts'
import { memberSources } from './schema.ts'

/** The page a visitor opened first, as the browser remembers it, and the gate code of this browser. */
export type CameFrom = { url: string; referrer: string; gate: string | null }

/** Saves where a signup comes from; a later start of the same signup changes nothing. */
export async function saveSignupSource(
  { db, clock, address }: Pick<Services, 'db' | 'clock' | 'address'>,
  signupId: string,
  { url, referrer, gate }: CameFrom,
): Promise<void> {
  await db
    .insert(memberSources)
    .values({
      id: uuid(),
      signupId,
      ...parseSource(url, referrer, address.url),
      gate,
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
}

/** Hands the source of a completed signup to its person. */
export const claimSource = (tx: Queryable, signupId: string, personId: string) =>
  tx.update(memberSources).set({ signupId: null, personId }).where(eq(memberSources.signupId, signupId))

export async function exportSource({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const [source] = await db
    .select({
      campaign: memberSources.campaign,
      referrer: memberSources.referrer,
      sharedPost: memberSources.teaser,
      gateCode: memberSources.gate,
    })
    .from(memberSources)
    .where(eq(memberSources.personId, viewer.id))
  return { cameFrom: source ?? null }
}
