import { api } from '@touchline/contract/api.ts'
import { maxAvatarBytes, type Profile } from '@touchline/contract/profiles.ts'
import { toUser, toParty } from '#features/people/to-user.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import { receiveUpload } from '#media/receive-upload.ts'
import type { Services } from '#services.ts'
import { acceptAvatar, removeAvatar, setAvatar } from './avatar.ts'
import { changePrivacy, privacyOf } from './privacy.ts'
import { saveProfile } from './save-profile.ts'
import { and, eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'

/** A private profile is visible only to its owner and admins. Throws 404 for people who are not creators. */
async function showProfile({ db }: Pick<Services, 'db'>, viewer: Viewer, id: string): Promise<Profile> {
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

export function routes(route: Route, services: Services): void {
  const { db, media } = services

  route(api.profiles.update, async ({ viewer, body }) => toUser(await saveProfile(services, viewer, body)), {
    limit: limits.profile,
  })

  route(
    api.profiles.uploadAvatar,
    async ({ viewer, request, reply }) => {
      const admit = (bytes: number) => acceptAvatar(services, { personId: viewer.id, bytes })
      const rules = { field: 'avatar', maxBytes: maxAvatarBytes, admit }
      const { file } = await receiveUpload({ request, reply }, media, rules)
      try {
        return { profileImageUrl: await setAvatar(services, { personId: viewer.id, file }) }
      } finally {
        if (file) await media.discard(file.path)
      }
    },
    { limit: limits.avatar },
  )

  route(api.profiles.removeAvatar, ({ viewer }) =>
    db.transaction((tx) => removeAvatar(services, tx, viewer.id)),
  )

  route(api.profiles.showPrivacy, ({ viewer }) => privacyOf(services, viewer.id))

  route(api.profiles.changePrivacy, ({ viewer, body }) => changePrivacy(services, viewer.id, body), {
    limit: limits.profile,
  })

  route(api.profiles.show, ({ viewer, params }) => showProfile(services, viewer, params.id))
}
