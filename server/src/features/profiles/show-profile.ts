import type { Profile } from '@touchline/contract/profiles.ts'
import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

/**
 * A creator's profile. A private profile is visible only to its owner and admins. Throws 404 for people who are not
 * creators.
 */
export async function showProfile(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Profile> {
  const isCreator = and(eq(people.id, id), eq(people.role, 'creator'))
  const [person] = validate(id) ? await db.select().from(people).where(isCreator) : []
  if (!person) throw notFound('Profile')
  const maySeeAll = !person.isPrivate || viewer.id === person.id || viewer.role === 'admin'
  const { bio, location, website } = person
  return {
    ...toParty(person, viewer),
    ...(maySeeAll ? { bio, location, website } : { bio: null, location: null, website: null }),
  }
}
