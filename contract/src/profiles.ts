import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { optionalName } from './names.ts'
import { user } from './people.ts'
import { sharing } from './teasers.ts'
import { byId, id, optionalLine, optionalText } from './text.ts'

export const maxAvatarBytes = 5 * 1024 * 1024

export const maxBioLength = 500

const maxWebsiteLength = 200

const websiteWanted = 'Please enter a web address that begins with http:// or https://.'

/** A normalized web address without credentials. */
const webAddress = z
  .url({ protocol: /^https?$/, normalize: true, abort: true, error: websiteWanted })
  .check(
    z.maxLength(maxWebsiteLength, websiteWanted),
    z.regex(/^https?:\/\/[^/?#@]+([/?#]|$)/, websiteWanted),
  )

const website = z.pipe(
  optionalText(maxWebsiteLength),
  z.union([z.literal(''), webAddress], { error: websiteWanted }),
)

/** A profile. Missing fields stay unchanged; empty text and null clear them. */
export const profileForm = z.object({
  firstName: z.optional(z.nullable(optionalName(60))),
  lastName: z.optional(z.nullable(optionalName(60))),
  bio: z.optional(z.nullable(optionalText(maxBioLength))),
  location: z.optional(z.nullable(optionalLine(100))),
  website: z.optional(z.nullable(website)),
})
export type ProfileForm = z.output<typeof profileForm>

export const update = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'signedIn',
  summary:
    'Changes my profile. A subscriber’s name cannot change once it is set; only creators have a website.',
  body: profileForm,
  reply: user,
})

export const uploadAvatar = endpoint({
  method: 'POST',
  path: '/api/upload-avatar',
  access: 'signedIn',
  summary: 'Replaces my profile picture, up to 5 MB.',
  upload: 'avatar',
  reply: z.object({ profileImageUrl: z.string() }),
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/avatar',
  access: 'signedIn',
  summary: 'Removes my profile picture. Idempotent.',
  status: 204,
})

/** `privateProfile` hides bio, location and website; without `contentAnalytics` views are not counted. */
export const privacySettings = z.object({
  privateProfile: z.boolean(),
  contentAnalytics: z.boolean(),
  sharing,
})
export type PrivacySettings = z.output<typeof privacySettings>

export const showPrivacy = endpoint({
  method: 'GET',
  path: '/api/privacy-settings',
  access: 'creator',
  summary: 'My privacy settings as a creator.',
  reply: privacySettings,
})

export const changePrivacy = endpoint({
  method: 'PUT',
  path: '/api/privacy-settings',
  access: 'creator',
  summary: 'Changes my privacy settings; missing fields stay unchanged.',
  body: z.partial(privacySettings),
  reply: privacySettings,
})

/** A creator as members see them. A private profile has no bio, location and website. */
export const profile = z.object({
  id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  isMainInfluencer: z.boolean(),
  bio: z.nullable(z.string()),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
})
export type Profile = z.output<typeof profile>

export const show = endpoint({
  method: 'GET',
  path: '/api/people/:id',
  access: 'member',
  summary: 'The profile of a creator; 404 for members, who have none.',
  params: byId,
  reply: profile,
})
