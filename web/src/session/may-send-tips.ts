import type { User } from '@touchline/contract/people.ts'

/** Tips are sent by subscribers with access. */
export const maySendTips = ({ role, hasAccess }: Pick<User, 'role' | 'hasAccess'>) =>
  role === 'subscriber' && hasAccess
