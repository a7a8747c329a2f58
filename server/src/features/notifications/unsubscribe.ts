import type { UnsubscribeScope } from '@touchline/contract/notifications.ts'
import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { parseUnsubscribeToken } from './unsubscribe-link.ts'
import { changeSettings, unsubscribeChange, isUnsubscribed, settingsOf } from './settings.ts'
type UnsubscribeState = { of: UnsubscribeScope; isDeclined: boolean }

async function resolveToken({ db, secret }: Pick<Services, 'db' | 'secret'>, token: string) {
  const found = parseUnsubscribeToken(secret, token)
  const [person] = found
    ? await db.select({ id: people.id }).from(people).where(eq(people.id, found.personId))
    : []
  if (!found || !person) throw invalid('This link is not one of ours. Please open it from the email again.')
  return found
}

/** Returns the scope of an unsubscribe link and its state. Returns 400 for an invalid link. */
export async function showUnsubscribe(
  services: Pick<Services, 'db' | 'secret'>,
  token: string,
): Promise<UnsubscribeState> {
  const { personId, of } = await resolveToken(services, token)
  return { of, isDeclined: isUnsubscribed(await settingsOf(services.db, personId), of) }
}

/** Unsubscribes from the scope of a link, or subscribes again. Idempotent. Returns 400 for an invalid link. */
export async function setUnsubscribed(
  services: Pick<Services, 'db' | 'clock' | 'secret'>,
  token: string,
  isStopped: boolean,
): Promise<UnsubscribeState> {
  const { personId, of } = await resolveToken(services, token)
  const settings = await changeSettings(services, personId, (now) => unsubscribeChange(now, of, isStopped))
  return { of, isDeclined: isUnsubscribed(settings, of) }
}
