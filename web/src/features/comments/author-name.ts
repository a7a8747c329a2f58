import type { Comment } from '@touchline/contract/comments.ts'
import type { Party } from '@touchline/contract/people.ts'
import { excerpt } from '#ui/excerpt.ts'

export const authorName = ({ firstName, email }: Party, otherwise = 'Member') =>
  firstName || email || otherwise

/** Names a comment in labels and questions: `the comment by Mina: “Offside!”`. */
export const commentLabel = ({ user, content }: Pick<Comment, 'user' | 'content'>) =>
  `the comment by ${authorName(user, 'a member')}: “${excerpt(content)}”`
