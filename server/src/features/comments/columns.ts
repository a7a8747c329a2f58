import { comments } from './schema.ts'

export const commentColumns = {
  id: comments.id,
  postId: comments.postId,
  replyToId: comments.replyToId,
  clientId: comments.clientId,
  content: comments.content,
  removedAt: comments.removedAt,
  createdAt: comments.createdAt,
}
