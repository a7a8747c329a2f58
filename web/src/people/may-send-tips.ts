import type { User } from '@touchline/contract/people.ts'

export const maySendTips = ({ role, hasAccess }: Pick<User, 'role' | 'hasAccess'>) =>
  role === 'subscriber' && hasAccess
