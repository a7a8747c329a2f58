import type { StaffRole } from '@touchline/contract/staff.ts'
import { site } from '@touchline/content/site.ts'
import { letter, type Reader } from '#mail/letter.ts'

const roleWords: Record<StaffRole, string> = { creator: 'a creator', admin: 'an admin' }

/** With the link that makes somebody creator or admin; it works once, for seven days. */
export const invitationLetter = (email: string, role: StaffRole, link: string) =>
  letter({ email, firstName: null }, `Become ${roleWords[role]} of ${site.name}`, [
    `you are invited to become ${roleWords[role]} of ${site.name}. Make your account here within seven days:`,
    link,
    '',
    'If you do not know what this is about, nothing has to be done.',
  ])

/** After a role was taken away. */
export const roleTaken = (reader: Reader, role: StaffRole) =>
  letter(reader, `You are not ${roleWords[role]} of ${site.name} any more`, [
    `an admin made yours an ordinary account. You were signed out, and can sign in again.`,
    'Questions? Answer to the person who runs the club.',
  ])
