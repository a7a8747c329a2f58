import type { User } from '@touchline/contract/people.ts'

export const createUser = (is: Partial<User> = {}): User => ({
  id: 'member',
  firstName: 'Robin',
  lastName: null,
  email: 'robin@example.org',
  role: 'subscriber',
  bio: null,
  location: null,
  website: null,
  profileImageUrl: null,
  isMainInfluencer: false,
  subscriptionStatus: 'active',
  stripeCustomerId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  isBlocked: false,
  hasAccess: true,
  hasProvenEmail: true,
  owesTwoFactor: false,
  ...is,
})
