import type { Party } from '@touchline/contract/people.ts'

type Named = Pick<Party, 'firstName' | 'lastName' | 'email'>

/** First and last name, else the e-mail address where it may be seen, else `otherwise`. */
export const fullNameOf = ({ firstName, lastName, email }: Named, otherwise: string) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || otherwise

/** The letter for somebody without a picture. */
export const partyInitial = (party: Named, otherwise: string) =>
  Array.from(fullNameOf(party, otherwise))[0] ?? '?'
