import { and, eq, gt } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { comments } from './schema.ts'

export async function* exportComments({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const written = rowsById((after, limit) =>
    db
      .select({
        id: comments.id,
        postId: comments.postId,
        post: { title: posts.title, status: posts.status },
        replyToId: comments.replyToId,
        content: comments.content,
        createdAt: comments.createdAt,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.personId, viewer.id), gt(comments.id, after)))
      .orderBy(comments.id)
      .limit(limit),
  )
  for await (const { post, postId, id, ...row } of written)
    yield { id, postId, postTitle: titleFor(viewer, post), ...row }
}
