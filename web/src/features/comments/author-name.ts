import type { Party } from '@touchline/contract/people.ts'

/** What the author of a comment is called under it. */
export const authorName = ({ firstName, email }: Party, otherwise = 'Member') =>
  firstName || email || otherwise
