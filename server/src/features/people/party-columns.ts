import { people } from './schema.ts'

/** What is read of a person to show them to others, see PartyRow. */
export const partyColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  role: people.role,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
}
