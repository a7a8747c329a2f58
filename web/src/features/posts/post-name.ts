import type { Post } from '@touchline/contract/posts.ts'

export const postName = ({ title, creator }: Pick<Post, 'title' | 'creator'>) =>
  title || `Post by ${creator.firstName ?? 'the creator'}`

/** Names the picture of a post: its description, else the post. */
export const mediaName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.mediaAlt || postName(post)

/** Names the video or recording of a post: its title, else its description. */
export const playedName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.title || mediaName(post)
