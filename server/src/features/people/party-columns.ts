import { people } from './schema.ts'

/** The columns of a person as shown to others, see `PartyRow`. */
export const partyColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  role: people.role,
  avatarId: people.avatarId,
  isMainInfluencer: people.isMainInfluencer,
}
