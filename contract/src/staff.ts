import * as z from 'zod/mini'
import { termsAccepted } from './agreements.ts'
import { emailAddress, password } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'
import { personName } from './names.ts'
import { byId, id, moment, requiredText } from './text.ts'

/** The roles that need an invitation. */
export const staffRole = z.enum(['creator', 'moderator', 'admin'], { error: 'Choose a role.' })
export type StaffRole = z.output<typeof staffRole>

const staffMember = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: staffRole,
  isMainInfluencer: z.boolean(),
  /** Whether signing in requires two-factor authentication or a passkey. */
  hasSecondStep: z.boolean(),
  createdAt: moment,
})
export type StaffMember = z.output<typeof staffMember>

/** An emailed link that is not used yet. */
const invitation = z.object({ id, email: z.string(), role: staffRole, createdAt: moment, expiresAt: moment })
export type Invitation = z.output<typeof invitation>

export const list = endpoint({
  method: 'GET',
  path: '/api/staff',
  access: 'admin',
  summary:
    'The creators, moderators and admins, the open invitations, and whether a mail server sends the links.',
  reply: z.object({
    staff: z.array(staffMember),
    invitations: z.array(invitation),
    hasMailServer: z.boolean(),
  }),
})

export const invitationForm = z.object({ email: emailAddress, role: staffRole })

export const invite = endpoint({
  method: 'POST',
  path: '/api/staff/invitations',
  access: 'admin',
  confirmed: true,
  summary:
    'Emails a link to become creator, moderator or admin; it works once, for seven days. An address that has an account: 409.',
  body: invitationForm,
  reply: invitation,
  status: 201,
})

export const withdraw = endpoint({
  method: 'DELETE',
  path: '/api/staff/invitations/:id',
  access: 'admin',
  confirmed: true,
  summary: 'Withdraws an invitation and voids its link.',
  params: byId,
  status: 204,
})

export const invitationLink = endpoint({
  method: 'POST',
  path: '/api/staff/invitations/:id/link',
  access: 'admin',
  confirmed: true,
  summary: 'The link of an open invitation, the same as in its email, to send in another way.',
  params: byId,
  reply: z.object({ url: z.string() }),
})

export const takeRole = endpoint({
  method: 'POST',
  path: '/api/staff/:id/take-role',
  access: 'admin',
  confirmed: true,
  summary:
    'Revokes the role of a creator, moderator or admin and signs them out. The last admin and the main creator: 409.',
  params: byId,
  body: z.object({ reason: requiredText(1000, 'Please say why.') }),
  status: 204,
})

const token = z.optional(z.string().check(z.maxLength(200, 'This link is incomplete.')))

export const showLink = endpoint({
  method: 'POST',
  path: '/api/setup/link',
  access: 'public',
  summary: 'The invitation of a setup link. Without a token: 403; a used or expired one: 404.',
  body: z.object({ token }),
  reply: z.object({ role: staffRole, email: z.nullable(z.string()), isFirstAdmin: z.boolean() }),
})

export const setupForm = z.object({
  token,
  firstName: personName(60, 'First name is required'),
  lastName: personName(60, 'Last name is required'),
  email: emailAddress,
  password,
  termsAccepted,
})

export const accept = endpoint({
  method: 'POST',
  path: '/api/setup',
  access: 'public',
  summary:
    'Creates the account of a setup link and signs in. An invited address wins over the submitted one.',
  body: setupForm,
  reply: z.object({ user }),
  status: 201,
})
