import type { Post } from '@touchline/contract/posts.ts'

export const createPost = (is: Partial<Post> = {}): Post => ({
  id: 'kick-off',
  title: 'Kick-off',
  content: 'It begins.',
  blocks: null,
  mediaUrl: null,
  mediaType: 'text',
  media: null,
  mediaAlt: null,
  opensAt: null,
  isPremium: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  creatorId: 'creator',
  creator: {
    id: 'creator',
    firstName: 'Sam',
    lastName: null,
    email: null,
    profileImageUrl: null,
    isMainInfluencer: true,
  },
  likesCount: 1,
  commentsCount: 1,
  isLiked: false,
  status: 'ready',
  ...is,
})
