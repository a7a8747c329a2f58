import { squareVariant } from '#features/media/square-variant.ts'
import type { Viewer } from '#http/viewer.ts'

/** Whether a viewer may see a person's avatar: members see every one, others only their own. */
export const maySeeAvatar = (viewer: Pick<Viewer, 'id' | 'hasAccess'>, personId: string) =>
  viewer.hasAccess || viewer.id === personId

export const avatarUrl = (avatarId: string) => `/media/${avatarId}/${squareVariant}`
