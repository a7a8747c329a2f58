import type { PostLine } from '@touchline/contract/post-line.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { postLineColumns, type PostLineRow, toPostLine } from '#features/posts/post-lines.ts'

/** Loads these posts as lines. */
export async function linesOf(
  db: Database,
  postIds: string[],
): Promise<(postId: string) => PostLine | undefined> {
  const { rows } = await db.execute<PostLineRow>(
    sql`select ${postLineColumns} from posts p where p.id = any(${sql.param(postIds)}::uuid[])`,
  )
  const lines = new Map(rows.map((row) => [row.id, toPostLine(row)]))
  return (postId) => lines.get(postId)
}
