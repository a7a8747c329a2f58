import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'
import { isOfOneScript } from './names.ts'
import { byId, id, moment } from './text.ts'

/** At least 6 characters, at most 256, never trimmed: spaces may be part of a password. */
export const password = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, 'Password is required'),
    z.minLength(6, 'Password must be at least 6 characters'),
    z.maxLength(256, 'Password must be at most 256 characters'),
  )

/** True for an address without invisible or full-width characters and without a part that mixes two scripts. */
const hasNoLookAlikes = (email: string) =>
  !/[\p{Cc}\p{Cf}\p{Z}\p{DI}]/u.test(email) &&
  email === email.normalize('NFKC') &&
  email.split(/[@.]/).every(isOfOneScript)

/** Strips invisible marks that pasting adds around an address, and normalizes it. */
const tidyAddress = (text: string) =>
  text
    .replace(/^[\s\p{Cf}]+/u, '')
    .replace(/[\s\p{Cf}]+$/u, '')
    .toLowerCase()
    .normalize('NFC')

/** Whether a text is a domain name, not an IP address. */
const isDomain = (domain: string) => {
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^(?!-)[^\s@<>"(),:;\\[\]]{1,63}$/.test(label) && !label.endsWith('-')) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

export const emailAddress = z.string({ error: 'Email is required' }).check(
  z.overwrite(tidyAddress),
  z.minLength(1, 'Email is required'),
  z.maxLength(254, 'Email is invalid'),
  z.refine(hasNoLookAlikes, 'Email is invalid'),
  z.regex(/^[^\s@<>"(),:;\\[\]]+@[^@]+$/, 'Email is invalid'),
  z.refine((email) => isDomain(email.slice(email.indexOf('@') + 1)), 'Email is invalid'),
)

/** The address of an existing account, whose format is not checked. */
const enteredEmail = z
  .string({ error: 'Email is required' })
  .check(z.overwrite(tidyAddress), z.minLength(1, 'Email is required'), z.maxLength(254, 'Email is invalid'))

export const signedInUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'public',
  summary: 'The signed-in person. Without a session: 401; for a suspended account: 403.',
  reply: user,
})

/** An existing password, whose rules are not checked. */
export const enteredPassword = z
  .string({ error: 'Password is required' })
  .check(z.minLength(1, 'Password is required'), z.maxLength(256, 'Password must be at most 256 characters'))

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  evenSuspended: true,
  summary: 'Signs in with email and password; with two-factor authentication on, the second step follows.',
  body: z.object({
    email: enteredEmail,
    password: enteredPassword,
  }),
  reply: z.union([
    z.object({ user }),
    /** The available second steps: a code of an app, or else a passkey alone. */
    z.object({
      twoFactorRequired: z.literal(true),
      byCode: z.boolean(),
      byPasskey: z.boolean(),
      /** The lost second step can be replaced with an emailed link. */
      isRecoveryReady: z.boolean(),
    }),
  ]),
})

export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/api/confirm-identity',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'Confirms the identity of the viewer by password; valid for ten minutes in this session.',
  body: z.object({ password: enteredPassword }),
  status: 204,
})

export const loginPage = endpoint({
  method: 'GET',
  path: '/api/login',
  access: 'public',
  evenSuspended: true,
  summary: 'Redirects to the login page.',
  status: 302,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  evenSuspended: true,
  summary: 'Ends the session on the server and in the browser.',
  reply: z.object({ message: z.string() }),
})

export const logoutLink = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'public',
  evenSuspended: true,
  summary: 'Ends the session when followed from this site, and redirects to the front page.',
  status: 302,
})

export const newPassword = z
  .string({ error: 'Please fill in all fields.' })
  .check(
    z.minLength(1, 'Please fill in all fields.'),
    z.minLength(6, 'New password must be at least 6 characters long.'),
    z.maxLength(256, 'New password must be at most 256 characters long.'),
  )

export const passwordForm = z
  .object({
    currentPassword: z
      .string({ error: 'Please fill in all fields.' })
      .check(z.minLength(1, 'Please fill in all fields.'), z.maxLength(256, 'Current password is incorrect')),
    newPassword,
    confirmPassword: z
      .string({ error: 'Please fill in all fields.' })
      .check(z.minLength(1, 'Please fill in all fields.')),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: 'New passwords do not match.',
      path: ['confirmPassword'],
    }),
    z.refine((form) => form.newPassword !== form.currentPassword, {
      error: 'New password must be different from current password.',
      path: ['newPassword'],
    }),
  )

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/change-password',
  access: 'signedIn',
  summary: 'Changes the password; every other session of the person ends.',
  body: passwordForm,
  reply: z.object({ message: z.string() }),
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/password-reset',
  access: 'public',
  evenSuspended: true,
  summary: 'Emails a password reset link if the address has an account; the response does not reveal that.',
  body: z.object({ email: enteredEmail }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password-reset/confirm',
  access: 'public',
  evenSuspended: true,
  summary: 'Sets a new password with the token of an emailed link; every session of the person ends.',
  body: z.object({
    token: z
      .string({ error: 'This link is incomplete.' })
      .check(z.maxLength(200, 'This link is incomplete.')),
    newPassword,
  }),
  reply: z.object({ message: z.string() }),
})

export const linkToken = z
  .string({ error: 'This link is incomplete.' })
  .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.'))

export const sendUnlockLink = endpoint({
  method: 'POST',
  path: '/api/login/unlock',
  access: 'public',
  evenSuspended: true,
  summary:
    'Emails a link that lifts the sign-in limit; the response does not reveal whether the address has an account.',
  body: z.object({ email: emailAddress }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const unlockSignIn = endpoint({
  method: 'POST',
  path: '/api/login/unlock/confirm',
  access: 'public',
  evenSuspended: true,
  summary: 'Lifts the limit on failed passwords and codes for this browser with the emailed token, once.',
  body: z.object({ token: linkToken }),
  reply: z.object({ message: z.string() }),
})

export const sendConfirmLink = endpoint({
  method: 'POST',
  path: '/api/email-confirmation',
  access: 'signedIn',
  summary: 'Emails the link to confirm the viewer’s address, unless it is confirmed.',
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/email-confirmation/confirm',
  access: 'public',
  summary:
    'Confirms an address with the emailed token, and the password of the account unless its owner is signed in.',
  body: z.object({ token: linkToken, password: z.optional(enteredPassword) }),
  reply: z.object({ message: z.string() }),
})

/** A signed-in browser; `device` is its name. */
const session = z.object({
  id,
  device: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  isThis: z.boolean(),
})
export type Session = z.output<typeof session>

export const sessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'signedIn',
  summary: 'The sessions of the viewer: this browser first, then the most recently used.',
  reply: z.array(session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'signedIn',
  summary: 'Signs out one of the viewer’s browsers.',
  params: byId,
  status: 204,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'signedIn',
  summary: 'Signs out every other browser of the viewer.',
  status: 204,
})
