import type { Queryable } from '#db/database.ts'
import { encrypt, decrypt } from '#crypto/encrypt.ts'
import type { Services } from '#services.ts'
import { pushKeys, pushSubscriptions } from './schema.ts'

/** Much code for what many sites never do: read when it is needed. */
export const loadWebPush = async () => (await import('web-push')).default

type Keys = { publicKey: string; privateKey: string }

async function keptKeys(db: Queryable, secret: string): Promise<Keys | null> {
  const [kept] = await db.select().from(pushKeys)
  const privateKey = kept && decrypt(kept.sealedPrivateKey, secret)
  return kept && privateKey ? { publicKey: kept.publicKey, privateKey } : null
}

/**
 * The pair of keys this site signs push messages with, made at the first start and kept. Where the site's secret was
 * replaced they cannot be read any more: new ones are made, and the browsers that knew the old ones ask anew.
 */
export async function getPushKeys({
  db,
  clock,
  secret,
}: Pick<Services, 'db' | 'clock' | 'secret'>): Promise<Keys> {
  const kept = await keptKeys(db, secret)
  if (kept) return kept
  return db.transaction(async (tx) => {
    // Of several processes that find none, one makes them and the others read them.
    await tx.execute('lock table push_keys in share row exclusive mode')
    const meanwhile = await keptKeys(tx, secret)
    if (meanwhile) return meanwhile
    const { publicKey, privateKey } = (await loadWebPush()).generateVAPIDKeys()
    const unreadable = await tx.delete(pushKeys).returning({ id: pushKeys.id })
    if (unreadable.length > 0) await tx.delete(pushSubscriptions)
    await tx
      .insert(pushKeys)
      .values({ publicKey, sealedPrivateKey: encrypt(privateKey, secret), createdAt: clock.now() })
    return { publicKey, privateKey }
  })
}
