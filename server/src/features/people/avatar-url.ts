import { squareVariant } from '#features/media/square-variant.ts'

/** Where the picture of a person is. */
export const avatarUrl = (avatarId: string) => `/media/${avatarId}/${squareVariant}`
