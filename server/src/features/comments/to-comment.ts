import type { Comment } from '@touchline/contract/comments.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import type { NamesIn } from './mentions.ts'
import type { Viewer } from '#http/viewer.ts'

export type CommentRow = {
  id: string
  postId: string
  replyToId: string | null
  clientId: string | null
  content: string
  removedAt: Date | null
  createdAt: Date
  editedAt: Date | null
  version: number
  isPinned: boolean
}

export type ForViewer = Pick<Comment, 'likesCount' | 'isLiked' | 'isHidden'>
export const newForViewer: ForViewer = { likesCount: 0, isLiked: false, isHidden: false }

type Found = { comment: CommentRow; author: PartyRow; seen: ForViewer }

export function toComment({ comment, author, seen }: Found, viewer: Viewer, names: NamesIn): Comment {
  const { id, postId, replyToId, clientId, content, removedAt, createdAt, editedAt, version, isPinned } =
    comment
  // Staff show themselves to everyone and see everyone, even after hiding someone as a member.
  const areMembers = viewer.role === 'subscriber' && author.role === 'subscriber'
  const isHidden = seen.isHidden && areMembers && removedAt === null
  return {
    id,
    postId,
    replyToId,
    version,
    isPinned,
    isRemoved: removedAt !== null,
    clientId: author.id === viewer.id ? clientId : null,
    createdAt: createdAt.toISOString(),
    editedAt: removedAt ? null : (editedAt?.toISOString() ?? null),
    ...(removedAt ? newForViewer : seen),
    ...(isHidden ? { content: '', mentions: [] } : names(id, content)),
    isHidden,
    ...(viewer.role === 'moderator' && author.role !== 'subscriber' ? { isOfStaff: true } : {}),
    ...(areMembers && author.id !== viewer.id ? { mayHide: true } : {}),
    user: toParty(author, viewer),
  }
}
