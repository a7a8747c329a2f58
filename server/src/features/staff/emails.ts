import type { StaffRole } from '@touchline/contract/staff.ts'
import { site } from '@touchline/content/site.ts'
import { message, type Recipient } from '#mail/message.ts'

const roleText: Record<StaffRole, string> = { creator: 'a creator', admin: 'an admin' }

/** Invites a person to become creator or admin. The link works once, for seven days. */
export const invitation = (email: string, role: StaffRole, link: string) =>
  message({ email, firstName: null }, `Become ${roleText[role]} of ${site.name}`, [
    `You are invited to become ${roleText[role]} of ${site.name}. Create your account here within seven days:`,
    link,
    '',
    'If you do not know what this is about, you can ignore it.',
  ])

/** Sent when a role was revoked. */
export const roleRevoked = (reader: Recipient, role: StaffRole) =>
  message(reader, `You are no longer ${roleText[role]} of ${site.name}`, [
    `An admin has made yours an ordinary account. You have been signed out and can sign in again.`,
    'Questions? Ask the person who runs the club.',
  ])
