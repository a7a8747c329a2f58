import type { Party, User } from '@touchline/contract/people.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { useSite } from '#site/site.ts'
import { excerpt } from '#ui/excerpt.ts'

type WithFullName = Pick<Party, 'firstName' | 'lastName' | 'email'>
type WithFirstName = Pick<User, 'firstName' | 'email'>

/** Returns first and last name, else the visible email address, else `otherwise`. */
export const fullNameOf = ({ firstName, lastName, email }: WithFullName, otherwise: string) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || otherwise

export const partyInitial = (party: WithFullName, otherwise: string) =>
  Array.from(fullNameOf(party, otherwise))[0] ?? '?'

/** Returns a person's picture; the main creator's portrait stands in for a missing one. */
export function usePicture({ profileImageUrl, isMainInfluencer }: Party) {
  const { portraitUrl } = useSite().creator
  return profileImageUrl ?? (isMainInfluencer ? portraitUrl : null)
}

export const shortName = ({ firstName, email }: WithFirstName) => firstName || (email.split('@')[0] ?? email)

export const nameInitial = ({ firstName, email }: WithFirstName) =>
  String.fromCodePoint((firstName || email).codePointAt(0) ?? 63)

export const roleNames = { subscriber: 'Member', creator: 'Creator', moderator: 'Moderator', admin: 'Admin' }

export const useCreatorName = () => useSite().creator.name ?? 'the creator'

export const postLabel = ({ title, content, creator }: Pick<Post, 'title' | 'content' | 'creator'>) =>
  title || excerpt(content) || `Post by ${creator.firstName ?? 'the creator'}`
