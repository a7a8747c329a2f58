import type { Post } from '@touchline/contract/posts.ts'

export const postName = ({ title, creator }: Pick<Post, 'title' | 'creator'>) =>
  title || `Post by ${creator.firstName ?? 'the creator'}`

/** What its picture is called: what it shows, where somebody described it. */
export const mediaName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.mediaAlt || postName(post)

/** What its video or recording is called: the title of the post, and without one what it shows. */
export const playedName = (post: Pick<Post, 'mediaAlt' | 'title' | 'creator'>) =>
  post.title || mediaName(post)
