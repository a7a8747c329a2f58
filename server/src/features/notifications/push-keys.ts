import type { Queryable } from '#db/database.ts'
import { encrypt, decrypt } from '#crypto/encrypt.ts'
import type { Services } from '#services.ts'
import { pushKeys, pushSubscriptions } from './schema.ts'

/** Loads web-push on demand, because many sites never send push messages. */
export const loadWebPush = async () => (await import('web-push')).default

type Keys = { publicKey: string; privateKey: string }

async function readKeys(db: Queryable, secret: string): Promise<Keys | null> {
  const [row] = await db.select().from(pushKeys)
  const privateKey = row && decrypt(row.sealedPrivateKey, secret)
  return row && privateKey ? { publicKey: row.publicKey, privateKey } : null
}

/**
 * Creates the keys on first use. When the site's secret was replaced, new keys are created, all subscriptions are
 * deleted, and browsers subscribe again.
 */
export async function getPushKeys({
  db,
  clock,
  secret,
}: Pick<Services, 'db' | 'clock' | 'secret'>): Promise<Keys> {
  const existing = await readKeys(db, secret)
  if (existing) return existing
  return db.transaction(async (tx) => {
    // Of several concurrent processes, one creates the keys and the others read them.
    await tx.execute('lock table push_keys in share row exclusive mode')
    const created = await readKeys(tx, secret)
    if (created) return created
    const { publicKey, privateKey } = (await loadWebPush()).generateVAPIDKeys()
    const unreadable = await tx.delete(pushKeys).returning({ id: pushKeys.id })
    if (unreadable.length > 0) await tx.delete(pushSubscriptions)
    await tx
      .insert(pushKeys)
      .values({ publicKey, sealedPrivateKey: encrypt(privateKey, secret), createdAt: clock.now() })
    return { publicKey, privateKey }
  })
}
