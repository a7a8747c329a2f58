import type { StaffRole } from '@touchline/contract/staff.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

const roleText: Record<StaffRole, string> = {
  creator: 'a creator',
  moderator: 'a moderator',
  admin: 'an admin',
}

/** Invites a person to become creator, moderator or admin. The link works once, for seven days. */
export const invitation = defineEmail(
  (email: string, role: StaffRole, link: string, siteName: string) =>
    composeEmail({ email, firstName: null }, `Become ${roleText[role]} of ${siteName}`, [
      `You are invited to become ${roleText[role]} of ${siteName}. Create your account here within seven days:`,
      link,
      '',
      'If you do not know what this is about, you can ignore it.',
    ]),
  {
    invitation: [
      'Invited to join the staff',
      (siteUrl, siteName) => [exampleReader.email, 'creator', `${siteUrl}/setup#example`, siteName],
    ],
  },
)

export const roleRevoked = defineEmail(
  (reader: Recipient, role: StaffRole, siteName: string) =>
    composeEmail(reader, `You are no longer ${roleText[role]} of ${siteName}`, [
      `An admin has made yours an ordinary account. You have been signed out and can sign in again.`,
      'Questions? Ask the person who runs the club.',
    ]),
  {
    'role-taken': ['No longer on the staff', (_siteUrl, siteName) => [exampleReader, 'creator', siteName]],
  },
)
