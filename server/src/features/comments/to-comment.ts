import type { Comment } from '@touchline/contract/comments.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import type { Viewer } from '#http/viewer.ts'

export type CommentRow = {
  id: string
  postId: string
  replyToId: string | null
  clientId: string | null
  content: string
  removedAt: Date | null
  createdAt: Date
}

export function toComment({ removedAt, ...comment }: CommentRow, author: PartyRow, viewer: Viewer): Comment {
  return {
    ...comment,
    isRemoved: removedAt !== null,
    clientId: author.id === viewer.id ? comment.clientId : null,
    createdAt: comment.createdAt.toISOString(),
    user: toParty(author, viewer),
  }
}
