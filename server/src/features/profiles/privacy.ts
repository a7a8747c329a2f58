import type { PrivacySettings } from '@touchline/contract/profiles.ts'
import { eq } from 'drizzle-orm'
import { describePerson } from '#features/people/describe-person.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'

export async function privacyOf({ db }: Pick<Services, 'db'>, personId: string): Promise<PrivacySettings> {
  const [person] = await db
    .select({
      privateProfile: people.isPrivate,
      contentAnalytics: people.countsViews,
      sharing: people.sharing,
    })
    .from(people)
    .where(eq(people.id, personId))
  if (!person) throw new Error('the viewer has no row in people')
  return person
}

export async function changePrivacy(
  services: Pick<Services, 'db'>,
  personId: string,
  { privateProfile, contentAnalytics, sharing }: Partial<PrivacySettings>,
): Promise<PrivacySettings> {
  await describePerson(services.db, personId, {
    ...(privateProfile === undefined ? {} : { isPrivate: privateProfile }),
    ...(contentAnalytics === undefined ? {} : { countsViews: contentAnalytics }),
    ...(sharing === undefined ? {} : { sharing }),
  })
  return privacyOf(services, personId)
}
