import type { User } from '@touchline/contract/people.ts'

/** Only subscribers with access can send tips. */
export const maySendTips = ({ role, hasAccess }: Pick<User, 'role' | 'hasAccess'>) =>
  role === 'subscriber' && hasAccess
