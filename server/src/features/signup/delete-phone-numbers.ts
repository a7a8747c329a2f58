import { isNotNull, ne } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { pendingSignups } from '#features/people/signup-schema.ts'

/** Deletes phone numbers from earlier signups once the site no longer asks for them (SIGNUP_PHONE=off). */
export async function deletePhoneNumbers({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (config.asksPhone) return
  await db.update(people).set({ phoneNumber: null }).where(isNotNull(people.phoneNumber))
  await db.update(pendingSignups).set({ phoneNumber: '' }).where(ne(pendingSignups.phoneNumber, ''))
}
