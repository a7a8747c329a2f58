import { createECDH } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { conflict, invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { idsBeyondNewest } from '#limits/quota.ts'
import type { Services } from '#services.ts'
import { isPushService } from './push-services.ts'
import { pushSubscriptions } from './schema.ts'

type PushInput = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The oldest push subscriptions of a person above this number are deleted. */
const maxBrowsers = 20

/** Whether the key is a point on P-256, which encryption requires. */
function isP256Point(p256dh: string): boolean {
  try {
    const ours = createECDH('prime256v1')
    ours.generateKeys()
    return ours.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

/**
 * Lasts as long as the session. The browser may pass from another person. Throws 400 for an unknown push service, and
 * 409 for a subscription that its push service reported as ended.
 */
export async function addPush(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
  { endpoint, keys }: PushInput,
): Promise<void> {
  if (!isPushService(endpoint, config.pushHosts))
    throw invalid('This browser’s push service is not one this site sends to.')
  if (!isP256Point(keys.p256dh)) throw invalid('The keys of this browser are not valid.')
  const row = { ...keys, personId: viewer.id, sessionId: viewer.sessionId, createdAt: clock.now() }
  await db.transaction(async (tx) => {
    const saved = await tx
      .insert(pushSubscriptions)
      .values({ ...row, endpoint, id: uuid() })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: row,
        setWhere: isNull(pushSubscriptions.goneAt),
      })
      .returning({ id: pushSubscriptions.id })
    if (saved.length === 0)
      throw conflict('This browser’s subscription to push messages has ended. Please turn push on again.')
    // Ended subscriptions of this browser must not push out those of the person's other browsers.
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.sessionId, viewer.sessionId), isNotNull(pushSubscriptions.goneAt)))
    const excess = idsBeyondNewest(tx, pushSubscriptions, viewer.id, maxBrowsers)
    await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, excess))
  })
}

export async function removePush(
  { db }: Pick<Services, 'db'>,
  personId: string,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.personId, personId), eq(pushSubscriptions.endpoint, endpoint)))
}
