import type { Post } from '@touchline/contract/posts.ts'

export const postName = ({ title, creator }: Pick<Post, 'title' | 'creator'>) =>
  title || `Post by ${creator.firstName ?? 'the creator'}`

export const mediaName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.mediaAlt || postName(post)

export const playedName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.title || mediaName(post)
