import { createECDH } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { isPushService } from './push-services.ts'
import { pushSubscriptions } from './schema.ts'

type Given = { endpoint: string; keys: { p256dh: string; auth: string } }

/** How many browsers of one person take push messages; of more the oldest hear nothing again. */
const browsersAtMost = 20

/** True for a point of P-256: with anything else nothing could be encrypted. */
function isPoint(p256dh: string): boolean {
  try {
    const ours = createECDH('prime256v1')
    ours.generateKeys()
    return ours.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

/**
 * Sends push messages to a browser of the viewer as long as the session lasts. One that somebody else was signed in with
 * before is the viewer's now. Refuses with 400 an address that is not a push service's, and keys that are none.
 */
export async function addPush(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
  { endpoint, keys }: Given,
): Promise<void> {
  if (!isPushService(endpoint, config.pushHosts))
    throw invalid('This browser’s push service is not one this site sends to.')
  if (!isPoint(keys.p256dh)) throw invalid('The keys of this browser are not valid.')
  const row = { ...keys, personId: viewer.id, sessionId: viewer.sessionId, createdAt: clock.now() }
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscriptions)
      .values({ ...row, endpoint, id: uuid() })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row })
    const beyond = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.personId, viewer.id))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .offset(browsersAtMost)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond))
  })
}

/** Sends a browser of the viewer nothing more; an unknown one changes nothing. */
export async function removePush(
  { db }: Pick<Services, 'db'>,
  personId: string,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.personId, personId), eq(pushSubscriptions.endpoint, endpoint)))
}
