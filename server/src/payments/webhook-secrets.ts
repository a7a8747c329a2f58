import type { Database, Queryable } from '#db/database.ts'
import { encrypt, decrypt } from '#crypto/encrypt.ts'
import { readSetting, writeSetting } from './settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'
import type { Clock } from '#time/clock.ts'

const nowhere =
  'There is no webhook secret, and without one no event can be trusted: run "npm run payments:setup", or set STRIPE_WEBHOOK_SECRET.'
const unreadable =
  'The webhook secret in the database cannot be read with this STRIPE_SECRET_KEY (was the key replaced?): run "npm run payments:setup".'

/** The signing secret that set-up saved, if this key can decrypt it. */
async function storedSecret(db: Database, secretKey: string): Promise<string | null> {
  const stored = await readSetting(db, 'webhook_secret')
  return stored === null ? null : decrypt(stored, secretKey)
}

/** Returns none without set-up, or when another key encrypted the secret. */
export async function secretsFromSetUp(db: Database, secretKey: string): Promise<string[]> {
  const secret = await storedSecret(db, secretKey)
  return secret ? [secret] : []
}

/** Throws ConfigProblem when no event could be verified. */
export async function assertWebhookSecret(db: Database, secrets: readonly string[]): Promise<void> {
  if (secrets.length > 0) return
  throw new ConfigProblem([(await readSetting(db, 'webhook_secret')) === null ? nowhere : unreadable])
}

/** Saves a signing secret, encrypted with the secret key. */
export async function saveWebhookSecret(
  db: Queryable,
  clock: Clock,
  { secret, secretKey }: { secret: string; secretKey: string },
): Promise<void> {
  await writeSetting(db, clock, 'webhook_secret', encrypt(secret, secretKey))
}
