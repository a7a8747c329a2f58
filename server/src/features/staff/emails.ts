import type { StaffRole } from '@touchline/contract/staff.ts'
import { site } from '@touchline/content/site.ts'
import { message, type Recipient } from '#mail/message.ts'

const roleWords: Record<StaffRole, string> = { creator: 'a creator', admin: 'an admin' }

/** With the link that makes somebody creator or admin; it works once, for seven days. */
export const invitation = (email: string, role: StaffRole, link: string) =>
  message({ email, firstName: null }, `Become ${roleWords[role]} of ${site.name}`, [
    `You are invited to become ${roleWords[role]} of ${site.name}. Create your account here within seven days:`,
    link,
    '',
    'If you do not know what this is about, you can ignore it.',
  ])

/** After a role was taken away. */
export const roleRevoked = (reader: Recipient, role: StaffRole) =>
  message(reader, `You are no longer ${roleWords[role]} of ${site.name}`, [
    `An admin has made yours an ordinary account. You have been signed out and can sign in again.`,
    'Questions? Ask the person who runs the club.',
  ])
