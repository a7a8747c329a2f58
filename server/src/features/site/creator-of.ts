import { portrait } from '@touchline/contract/site.ts'
import type { Site } from '@touchline/contract/site.ts'
import type { Person } from '#features/people/schema.ts'
import type { SiteTexts } from '#config/site-texts.ts'

type Account = Pick<Person, 'id' | 'firstName' | 'lastName' | 'bio' | 'isPrivate' | 'avatarId'>

/** The creator's public avatar; null while the profile is private. */
export const publicAvatar = (account?: Account) => (account && !account.isPrivate ? account.avatarId : null)

/** Public facts about the creator: the operator's texts, completed from the creator's account. */
export function creatorOf({ creator }: Pick<SiteTexts, 'creator'>, account?: Account): Site['creator'] {
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ')
  const bio = account && !account.isPrivate ? account.bio : null
  const avatarId = publicAvatar(account)
  return {
    ...creator,
    id: account?.id ?? null,
    name: creator.name ?? (name || null),
    bio: creator.bio.length > 0 ? creator.bio : (bio?.split(/\n{2,}/) ?? []),
    portraitUrl: creator.portraitUrl ?? (avatarId && `${portrait.path}?of=${avatarId}`),
  }
}
