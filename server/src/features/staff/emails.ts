import type { StaffRole } from '@touchline/contract/staff.ts'
import { site } from '@touchline/content/site.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

const roleText: Record<StaffRole, string> = { creator: 'a creator', admin: 'an admin' }

/** Invites a person to become creator or admin. The link works once, for seven days. */
export const invitation = defineEmail(
  (email: string, role: StaffRole, link: string) =>
    composeEmail({ email, firstName: null }, `Become ${roleText[role]} of ${site.name}`, [
      `You are invited to become ${roleText[role]} of ${site.name}. Create your account here within seven days:`,
      link,
      '',
      'If you do not know what this is about, you can ignore it.',
    ]),
  {
    invitation: [
      'Invited to become creator or admin',
      (siteUrl) => [exampleReader.email, 'creator', `${siteUrl}/setup#example`],
    ],
  },
)

export const roleRevoked = defineEmail(
  (reader: Recipient, role: StaffRole) =>
    composeEmail(reader, `You are no longer ${roleText[role]} of ${site.name}`, [
      `An admin has made yours an ordinary account. You have been signed out and can sign in again.`,
      'Questions? Ask the person who runs the club.',
    ]),
  { 'role-taken': ['No creator or admin any more', () => [exampleReader, 'creator']] },
)
