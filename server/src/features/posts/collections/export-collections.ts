import { and, eq, gt, sql } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { collections } from './collection-schema.ts'

const postIds = sql<string[]>`array(
  select post_id from collection_posts where collection_id = collections.id order by position)`

/** The collections that a viewer exports: creators their own, admins all. */
export const exportCollections = ({ db }: Pick<Services, 'db'>, { role, id }: Viewer) =>
  rowsById((after, limit) =>
    db
      .select({
        id: collections.id,
        title: collections.title,
        description: collections.description,
        ordering: collections.ordering,
        coverPostId: collections.coverPostId,
        createdAt: collections.createdAt,
        postIds,
      })
      .from(collections)
      .where(and(role === 'admin' ? undefined : eq(collections.creatorId, id), gt(collections.id, after)))
      .orderBy(collections.id)
      .limit(limit),
  )
