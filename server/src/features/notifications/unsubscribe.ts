import type { UnsubscribeScope } from '@touchline/contract/notifications.ts'
import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { invalid } from '#errors.ts'
import type { Services } from '#services.ts'
import { parseUnsubscribeToken } from './unsubscribe-link.ts'
import { changeSettings, unsubscribeChange, isUnsubscribed, settingsOf } from './settings.ts'

type Asked = Pick<Services, 'db' | 'clock' | 'secret'>
type Shown = { of: UnsubscribeScope; isDeclined: boolean }

async function meant({ db, secret }: Asked, letter: string) {
  const found = parseUnsubscribeToken(secret, letter)
  const [person] = found
    ? await db.select({ id: people.id }).from(people).where(eq(people.id, found.personId))
    : []
  if (!found || !person) throw invalid('This link is not one of ours. Please open it from the email again.')
  return found
}

/** What the link of a letter is about, and how that stands. A link this site did not make: 400. */
export async function showUnsubscribe(services: Asked, letter: string): Promise<Shown> {
  const { personId, of } = await meant(services, letter)
  return { of, isDeclined: isUnsubscribed(await settingsOf(services.db, personId), of) }
}

/** Stops the letters a link is about, or takes that back; again changes nothing. A link this site did not make: 400. */
export async function setUnsubscribed(services: Asked, letter: string, isOver: boolean): Promise<Shown> {
  const { personId, of } = await meant(services, letter)
  const settings = await changeSettings(services, personId, (now) => unsubscribeChange(now, of, isOver))
  return { of, isDeclined: isUnsubscribed(settings, of) }
}
