import { people } from './schema.ts'

/** What is read of a person to show them to others, see PartyRow. */
export const partyColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
}
