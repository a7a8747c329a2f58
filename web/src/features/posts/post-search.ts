export type PostSearch = { collection?: string }

export const toPostSearch = ({ collection }: Record<string, unknown>): PostSearch =>
  typeof collection === 'string' ? { collection } : {}
