/** `t` starts the film or recording `part` at a second, see `use-start.ts`. */
export type PostSearch = { collection?: string; t?: number; part?: string }

export const toPostSearch = ({ collection }: Record<string, unknown>): PostSearch =>
  typeof collection === 'string' ? { collection } : {}
