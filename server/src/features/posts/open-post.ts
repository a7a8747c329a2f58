import type { PostRow } from './schema.ts'

/** True when everybody signed in may read the post at `now`, not only members. */
export const isOpenAt = ({ status, opensAt }: Pick<PostRow, 'status' | 'opensAt'>, now: Date) =>
  status === 'ready' && opensAt !== null && opensAt <= now
