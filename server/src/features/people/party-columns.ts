import { people } from './schema.ts'

export const partyColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  role: people.role,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
}
