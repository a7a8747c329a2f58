import { type SQLWrapper, sql } from 'drizzle-orm'
import { comments } from './schema.ts'

export const commentColumns = {
  id: comments.id,
  postId: comments.postId,
  replyToId: comments.replyToId,
  clientId: comments.clientId,
  content: comments.content,
  removedAt: comments.removedAt,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  version: comments.version,
  isPinned: comments.isPinned,
}

/** What depends on the viewer: the hearts, whether one is theirs, and whether they hid the author. */
export const forViewer = (viewerId: SQLWrapper | string) =>
  sql`(
    select json_build_array(count(*), coalesce(bool_or(heart.person_id = ${viewerId}::uuid), false), exists (
      select from hidden_people hidden
      where hidden.person_id = ${viewerId}::uuid and hidden.hidden_id = ${comments.personId}
    ))
    from comment_likes heart where heart.comment_id = ${comments.id}
  )`.mapWith(([likesCount, isLiked, isHidden]: [number, boolean, boolean]) => ({
    likesCount,
    isLiked,
    isHidden,
  }))
