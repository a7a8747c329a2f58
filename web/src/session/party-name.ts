import type { Party } from '@touchline/contract/people.ts'

type Named = Pick<Party, 'firstName' | 'lastName' | 'email'>

/** Returns first and last name, else the visible email address, else `otherwise`. */
export const fullNameOf = ({ firstName, lastName, email }: Named, otherwise: string) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || otherwise

/** Returns the initial for a person without a picture. */
export const partyInitial = (party: Named, otherwise: string) =>
  Array.from(fullNameOf(party, otherwise))[0] ?? '?'
