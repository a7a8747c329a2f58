import type { User } from '@touchline/contract/people.ts'
import type { Post } from '@touchline/contract/posts.ts'

type Who = Pick<User, 'id' | 'role'>

/** Posts are changed and removed by the creator who wrote them and by admins. */
export const mayChangePost = (viewer: Who, post: Pick<Post, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)
