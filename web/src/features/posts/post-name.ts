import type { Post } from '@touchline/contract/posts.ts'

/** What a post is called: its title, or whose it is. */
export const postName = ({ title, creator }: Pick<Post, 'title' | 'creator'>) =>
  title || `Post by ${creator.firstName ?? 'the creator'}`
