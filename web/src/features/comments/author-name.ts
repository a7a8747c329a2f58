import type { Party } from '@touchline/contract/people.ts'

export const authorName = ({ firstName, email }: Party, otherwise = 'Member') =>
  firstName || email || otherwise
