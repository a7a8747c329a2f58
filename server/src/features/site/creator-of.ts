import { portrait } from '@touchline/contract/site.ts'
import type { Site } from '@touchline/contract/site.ts'
import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import type { Person } from '#features/people/schema.ts'
import type { SiteInForce } from '#site/open-site.ts'

type Account = Pick<Person, 'id' | 'firstName' | 'lastName' | 'bio' | 'isPrivate' | 'avatarId'>

/** The creator's public avatar; null while the profile is private. */
export const publicAvatar = (account?: Account) => (account && !account.isPrivate ? account.avatarId : null)

type About = Pick<SiteInForce, 'portraitUrl' | 'followers'> & {
  settings: Pick<SiteSettings, 'creatorName' | 'tagline' | 'bio'>
}

/** Public facts about the creator: the settings of the site, completed from the creator's account. */
export function creatorOf({ settings, portraitUrl, followers }: About, account?: Account): Site['creator'] {
  const { creatorName, tagline, bio: ownBio } = settings
  const name = [account?.firstName, account?.lastName].filter(Boolean).join(' ')
  const bio = account && !account.isPrivate ? account.bio : null
  const avatarId = publicAvatar(account)
  return {
    id: account?.id ?? null,
    name: creatorName ?? (name || null),
    tagline,
    bio: ownBio.length > 0 ? ownBio : (bio?.split(/\n{2,}/) ?? []),
    portraitUrl: portraitUrl ?? (avatarId && `${portrait.path}?of=${avatarId}`),
    followers,
  }
}
