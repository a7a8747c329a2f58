import { squareVariant } from '#features/media/square-variant.ts'

/** The URL of an avatar. */
export const avatarUrl = (avatarId: string) => `/media/${avatarId}/${squareVariant}`
