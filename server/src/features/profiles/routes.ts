import { api } from '@touchline/contract/api.ts'
import { maxAvatarBytes } from '@touchline/contract/profiles.ts'
import { toUser } from '#features/people/to-user.ts'
import { limits } from '#limits/limits.ts'
import type { Route } from '#http/routes.ts'
import { receiveUpload } from '#media/receive-upload.ts'
import type { Services } from '#services.ts'
import { acceptAvatar, removeAvatar, setAvatar } from './avatar.ts'
import { changePrivacy, privacyOf } from './privacy.ts'
import { saveProfile } from './save-profile.ts'
import { showProfile } from './show-profile.ts'

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
