import type { Comment } from '@touchline/contract/comments.ts'

export const createComment = (is: Partial<Comment> = {}): Comment => ({
  id: 'comment',
  postId: 'post',
  replyToId: null,
  clientId: null,
  content: 'Well played',
  isRemoved: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  editedAt: null,
  version: 1,
  likesCount: 0,
  isLiked: false,
  isPinned: false,
  isHidden: false,
  mentions: [],
  user: {
    id: 'author',
    firstName: 'Mina',
    lastName: null,
    email: null,
    profileImageUrl: null,
    isMainInfluencer: false,
  },
  ...is,
})
