import { squareVariant } from '#features/media/square-variant.ts'

export const avatarUrl = (avatarId: string) => `/media/${avatarId}/${squareVariant}`
