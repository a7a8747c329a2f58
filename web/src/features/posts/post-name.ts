import type { Post } from '@touchline/contract/posts.ts'

/** What a post is called: its title, or whose it is. */
export const postName = ({ title, creator }: Pick<Post, 'title' | 'creator'>) =>
  title || `Post by ${creator.firstName ?? 'the creator'}`

/** What its picture, video or recording is called: what it shows, where somebody said so. */
export const mediaName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.mediaAlt || postName(post)
