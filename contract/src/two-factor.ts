import * as z from 'zod/mini'
import { enteredPassword, linkToken } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { user } from './people.ts'
import { byId, id, moment, requiredText } from './text.ts'

/** Six digits of an authenticator app; spaces are ignored. */
export const appCode = z.string({ error: 'Enter the code from your authenticator app.' }).check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'The code has six digits.'),
)

/** A backup code, with or without its dash. */
export const backupCode = z.string({ error: 'Enter a backup code.' }).check(
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  z.regex(/^[0-9a-z]{10}$/, 'A backup code has ten letters and digits.'),
)

export const secondStep = endpoint({
  method: 'POST',
  path: '/api/login/two-factor',
  access: 'public',
  evenSuspended: true,
  summary: 'The second step of signing in: a code of the authenticator app, or a backup code.',
  body: z.object({ code: z.optional(appCode), backupCode: z.optional(backupCode) }).check(
    z.refine(({ code, backupCode: other }) => (code === undefined) !== (other === undefined), {
      error: 'Enter the code from your authenticator app.',
      path: ['code'],
    }),
  ),
  reply: z.object({ user }),
})

const state = z.object({
  isOn: z.boolean(),
  /** The site requires it for this role, and the person has no passkey. */
  isRequired: z.boolean(),
  backupCodesLeft: z.number(),
  /** When staff will remove it as lost; null without a request. */
  removedAt: z.nullable(moment),
})
export type TwoFactorState = z.output<typeof state>

export const show = endpoint({
  method: 'GET',
  path: '/api/two-factor',
  access: 'signedIn',
  beforeTwoFactor: true,
  summary: 'The viewer’s two-factor state.',
  reply: state,
})

export const setUp = endpoint({
  method: 'POST',
  path: '/api/two-factor/setup',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'Creates an authenticator secret, which takes effect once a code is entered. On already: 409.',
  reply: z.object({ otpauthUrl: z.string(), secret: z.string() }),
})

const codes = z.object({ backupCodes: z.array(z.string()) })

export const enable = endpoint({
  method: 'POST',
  path: '/api/two-factor/enable',
  access: 'signedIn',
  beforeTwoFactor: true,
  provenEmail: true,
  confirmed: true,
  summary: 'Turns on two-factor authentication with a code and returns the backup codes once.',
  body: z.object({ code: appCode }),
  reply: codes,
})

export const disable = endpoint({
  method: 'POST',
  path: '/api/two-factor/disable',
  access: 'signedIn',
  confirmed: true,
  summary: 'Turns off two-factor authentication. If the site requires it: 409.',
  status: 204,
})

export const newBackupCodes = endpoint({
  method: 'POST',
  path: '/api/two-factor/backup-codes',
  access: 'signedIn',
  provenEmail: true,
  confirmed: true,
  summary: 'Replaces the backup codes and returns the new ones once.',
  reply: codes,
})

export const askForRemoval = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/remove-second-step',
  access: 'admin',
  confirmed: true,
  summary:
    'Requests the removal of a person’s lost second step, with a reason. They are notified at once, and after 72 hours they get a link that replaces it. One’s own: 409.',
  params: byId,
  body: z.object({ reason: requiredText(1000, 'Please say how you know.') }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const cancelRemovalFor = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/remove-second-step',
  access: 'admin',
  summary: 'Cancels the removal of a person’s second step. None is pending: 409.',
  params: byId,
  status: 204,
})

export const keep = endpoint({
  method: 'DELETE',
  path: '/api/two-factor/removal',
  access: 'signedIn',
  summary: 'Cancels the removal of the viewer’s second step.',
  status: 204,
})

export const keepByLink = endpoint({
  method: 'POST',
  path: '/api/two-factor/removal/cancel',
  access: 'public',
  evenSuspended: true,
  summary: 'Cancels the removal of a second step with the emailed token.',
  body: z.object({ token: linkToken }),
  reply: z.object({ message: z.string() }),
})

export const maxOpenRemovals = 200

const openRemoval = z.object({
  personId: id,
  name: z.string(),
  /** The admin who asked for it; null if unknown. */
  askedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  dueAt: moment,
  isReady: z.boolean(),
})
export type OpenRemoval = z.output<typeof openRemoval>

export const openRemovals = endpoint({
  method: 'GET',
  path: '/api/admin/second-step-removals',
  access: 'admin',
  summary: `Requested removals of lost second steps that are neither used nor canceled, the earliest due first; at most ${maxOpenRemovals}.`,
  reply: z.array(openRemoval),
})

export const sendRecoveryLink = endpoint({
  method: 'POST',
  path: '/api/login/recovery-link',
  access: 'public',
  evenSuspended: true,
  summary: 'Emails the link that replaces a lost second step again, between the two steps of signing in.',
  reply: z.object({ message: z.string() }),
})

export const recover = endpoint({
  method: 'POST',
  path: '/api/login/recovery',
  access: 'public',
  evenSuspended: true,
  summary:
    'Signs in with the emailed token and the password when the removal of a lost second step is due: deletes the second step, ends all other sessions and requires a new second step.',
  body: z.object({ token: linkToken, password: z.optional(enteredPassword) }),
  reply: z.object({ message: z.string() }),
})
