import { people } from '#features/accounts/schema.ts'
import { comments } from './schema.ts'

/** What is read of a comment, see CommentRow. */
export const commentColumns = {
  id: comments.id,
  postId: comments.postId,
  replyToId: comments.replyToId,
  clientId: comments.clientId,
  content: comments.content,
  removedAt: comments.removedAt,
  createdAt: comments.createdAt,
}

/** What is read of its author, see PartyRow. */
export const authorColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
}
