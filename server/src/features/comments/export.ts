import { and, eq, gt, sql } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import { titleFor } from '#features/posts/exported-posts.ts'
import { posts } from '#features/posts/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { namesIn } from './mentions.ts'
import { commentLikes, commentMentions, comments, hiddenPeople, mutedThreads } from './schema.ts'

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
        editedAt: comments.editedAt,
        earlierTexts: sql<string[]>`array(
          select content from comment_versions where comment_id = ${comments.id} order by version
        )`,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.personId, viewer.id), gt(comments.id, after)))
      .orderBy(comments.id)
      .limit(limit),
  )
  for await (const { post, postId, id, content, earlierTexts, ...row } of written) {
    const texts = [content, ...earlierTexts]
    const names = await namesIn(
      db,
      texts.map((text) => ({ id, content: text })),
    )
    const [named, ...earlier] = texts.map((text) => names(id, text).content)
    yield { id, postId, postTitle: titleFor(viewer, post), ...row, content: named, earlierTexts: earlier }
  }
}

export async function* exportCommentLikes({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const liked = rowsById((after, limit) =>
    db
      .select({ id: commentLikes.commentId, postId: comments.postId, likedAt: commentLikes.createdAt })
      .from(commentLikes)
      .innerJoin(comments, eq(comments.id, commentLikes.commentId))
      .where(and(eq(commentLikes.personId, viewer.id), gt(commentLikes.commentId, after)))
      .orderBy(commentLikes.commentId)
      .limit(limit),
  )
  for await (const { id, postId, likedAt } of liked) yield { commentId: id, postId, likedAt }
}

export const exportMentions = ({ db }: Pick<Services, 'db'>, viewer: Viewer) =>
  rowsById((after, limit) =>
    db
      .selectDistinct({ id: comments.id, postId: comments.postId, createdAt: comments.createdAt })
      .from(commentMentions)
      .innerJoin(comments, eq(comments.id, commentMentions.commentId))
      .where(and(eq(commentMentions.personId, viewer.id), gt(comments.id, after)))
      .orderBy(comments.id)
      .limit(limit),
  )

export const exportMutedThreads = ({ db }: Pick<Services, 'db'>, viewer: Viewer) =>
  rowsById((after, limit) =>
    db
      .select({ id: mutedThreads.threadId, mutedAt: mutedThreads.createdAt })
      .from(mutedThreads)
      .where(and(eq(mutedThreads.personId, viewer.id), gt(mutedThreads.threadId, after)))
      .orderBy(mutedThreads.threadId)
      .limit(limit),
  )

export const exportHiddenPeople = ({ db }: Pick<Services, 'db'>, viewer: Viewer) =>
  rowsById((after, limit) =>
    db
      .select({ id: hiddenPeople.hiddenId, hiddenAt: hiddenPeople.createdAt })
      .from(hiddenPeople)
      .where(and(eq(hiddenPeople.personId, viewer.id), gt(hiddenPeople.hiddenId, after)))
      .orderBy(hiddenPeople.hiddenId)
      .limit(limit),
  )
