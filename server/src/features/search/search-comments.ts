import type { CommentHit } from '@touchline/contract/search.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { inOneColumn } from '#db/in-one-column.ts'
import { notFound } from '#errors.ts'
import { commentColumns, forViewer } from '#features/comments/columns.ts'
import { namesIn } from '#features/comments/mentions.ts'
import { comments } from '#features/comments/schema.ts'
import { toComment } from '#features/comments/to-comment.ts'
import { partyColumns } from '#features/people/party-columns.ts'
import { people } from '#features/people/schema.ts'
import { knownId } from '#features/posts/known-id.ts'
import { isVisibleTo, readerOf } from '#features/posts/reader.ts'
import type { Viewer } from '#http/viewer.ts'
import { findWords, type Source } from './find-words.ts'
import { linesOf } from './lines-of.ts'

/** Stubs of removed and erased comments say nothing, and a member does not find whom they have hidden. */
function sourceFor(viewer: Viewer, isAfter = sql`true`): Source {
  const isHidden =
    viewer.role === 'subscriber'
      ? sql`(author.role = 'subscriber' and exists (
          select from hidden_people hidden
          where hidden.person_id = ${viewer.id}::uuid and hidden.hidden_id = c.person_id))`
      : sql`false`
  return {
    table: sql`comment_words`,
    columns: sql`w.comment_id, w.created_at`,
    order: sql`w.created_at desc, w.comment_id desc`,
    isAfter,
    joins: sql`
      join comments c on c.id = w.comment_id and c.removed_at is null
      join posts p on p.id = c.post_id and ${isVisibleTo('p', readerOf(viewer))}
      join people author on author.id = c.person_id and author.erased_at is null and not ${isHidden}`,
    hit: sql`w.comment_id`,
  }
}

export const findComments = (db: Database, viewer: Viewer, terms: string[], max: number): Promise<string[]> =>
  findWords(db, sourceFor(viewer), { terms, max })

/** The rows after a comment, which may have been removed since. Throws 404 when the viewer may not read its post. */
async function afterCursor(db: Database, viewer: Viewer, after: string) {
  const id = knownId(after, 'Comment')
  const { rows } = await db.execute<{ at: string }>(sql`
    select c.created_at::text as at from comments c join posts p on p.id = c.post_id
    where c.id = ${id}::uuid and ${isVisibleTo('p', readerOf(viewer))}`)
  if (!rows[0]) throw notFound('Comment')
  return sql`(w.created_at, w.comment_id) < (${rows[0].at}::timestamptz, ${id}::uuid)`
}

type Page = { terms: string[]; limit: number; after?: string | undefined }

/** Returns a page of comments that contain all terms, newest first. Throws 404 for an unknown `after`. */
export async function searchComments(
  db: Database,
  viewer: Viewer,
  { terms, limit, after }: Page,
): Promise<{ hits: CommentHit[]; hasMore: boolean }> {
  const source = sourceFor(viewer, after === undefined ? undefined : await afterCursor(db, viewer, after))
  const found = await findWords<string>(db, source, { terms, max: limit + 1 })
  const ids = found.slice(0, limit)
  const rows = await db
    .select({
      comment: inOneColumn(commentColumns),
      author: inOneColumn(partyColumns),
      seen: forViewer(viewer.id),
    })
    .from(comments)
    .innerJoin(people, eq(people.id, comments.personId))
    .where(inArray(comments.id, ids))
  const names = await namesIn(
    db,
    rows.map(({ comment }) => comment),
  )
  const lineOf = await linesOf(
    db,
    rows.map(({ comment }) => comment.postId),
  )
  const hits = ids.flatMap((id) => {
    const row = rows.find(({ comment }) => comment.id === id)
    const post = row && lineOf(row.comment.postId)
    return post ? [{ ...toComment(row, viewer, names), post }] : []
  })
  return { hits, hasMore: found.length > limit }
}
