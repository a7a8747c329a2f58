import { eq, type SQL } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import { type PostRow, posts } from './schema.ts'

/** The posts that a viewer exports: creators their own, admins all. */
export const exportablePosts = ({ role, id }: Pick<Viewer, 'role' | 'id'>): SQL | undefined =>
  role === 'admin' ? undefined : eq(posts.creatorId, id)

type Titled = { title: string | null; status: PostRow['status'] }

/** Titles are paid content, and titles of unready posts are not public. */
export const titleFor = ({ hasAccess }: Viewer, { title, status }: Titled) =>
  hasAccess && status === 'ready' ? title : null
