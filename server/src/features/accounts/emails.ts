import { formatDay, formatMoment } from '#time/format-date.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

const [now, later] = [new Date('2027-03-01T09:00:00Z'), new Date('2027-03-15T09:00:00Z')]
const passkey = 'Chrome on Android'

/** A password reset; `link` works once, for an hour. */
export const resetLink = defineEmail(
  (reader: Recipient, link: string) =>
    composeEmail(reader, 'Choose a new password', [
      'Someone, hopefully you, asked for a new password for your account. Choose one here within the hour:',
      link,
      '',
      'If it was not you, you do not have to do anything: your password stays as it is.',
    ]),
  {
    'reset-link': [
      'Asked for a new password',
      (siteUrl) => [exampleReader, `${siteUrl}/reset-password#example`],
    ],
  },
)

/** The request to confirm an address; `link` works once, for seven days. */
export const confirmationLines = (link: string, siteUrl: string) => [
  'Please confirm that this email address is yours. You need that before you can add a passkey or two-factor authentication:',
  link,
  `If you did not sign up, someone else used your address. Choose a new password, and they are signed out: ${siteUrl}/forgot-password`,
]

export const confirmAddress = defineEmail(
  ({ email }: Recipient, link: string, siteUrl: string) =>
    composeEmail({ email, firstName: null }, 'Confirm your email address', confirmationLines(link, siteUrl)),
  {
    'confirm-address': [
      'Asked for the link to confirm the address',
      (siteUrl) => [exampleReader, `${siteUrl}/confirm-email#example`, siteUrl],
    ],
  },
)

/** After too many failed sign-ins; `link` lifts the limit in the browser that opens it, once, for an hour. */
export const unlockLink = defineEmail(
  (reader: Recipient, link: string) =>
    composeEmail(reader, 'Sign in again', [
      'There were too many failed attempts to sign in to your account. Open this link on the device you want to sign in with, within the hour:',
      link,
      '',
      'Your password stays as it is. If you did not ask for this, you can ignore it: someone entered wrong passwords.',
    ]),
  {
    'unlock-link': [
      'Too many failed sign-ins',
      (siteUrl) => [exampleReader, `${siteUrl}/unlock-sign-in#example`],
    ],
  },
)

/** To a new address; `link` makes it the address of the account, once, for seven days. */
export const confirmNewAddress = defineEmail(
  (email: string, link: string) =>
    composeEmail({ email, firstName: null }, 'Confirm your new email address', [
      'Someone, hopefully you, wants to use this email address for their account. Confirm it here within seven days:',
      link,
      '',
      'If you do not know what this is about, you can ignore it.',
    ]),
  {
    'confirm-new-address': [
      'Asked for another address',
      (siteUrl) => [exampleReader.email, `${siteUrl}/email-change#confirm.example`],
    ],
  },
)

/** To the previous address of an account; `undo` if the change can be undone from there. */
export const addressChanged = defineEmail(
  (reader: Recipient, undo: { link: string; until: Date; newEmail: string } | null) =>
    composeEmail(
      reader,
      'The email address of your account was changed',
      undo
        ? [
            `Your account now uses ${undo.newEmail}, and you sign in with that address.`,
            `If it was not you, take your account back by ${formatMoment(undo.until)}. Everybody is then signed out, and you choose a new password:`,
            undo.link,
          ]
        : [
            'An account that was opened with this address now uses another one. You do not have to do anything.',
          ],
    ),
  {
    'address-changed': [
      'The address was changed',
      (siteUrl) => [
        exampleReader,
        { link: `${siteUrl}/email-change#undo.example`, until: later, newEmail: 'mina.osei@club.example' },
      ],
    ],
  },
)

/** After an admin requested the removal of a lost second step; `link` cancels it. */
export const removalRequested = defineEmail(
  (reader: Recipient, dueAt: Date, link: string) =>
    composeEmail(reader, 'Your second sign-in step will be removed', [
      `An admin was asked to remove two-factor authentication and the passkeys from your account, because they were lost. On ${formatMoment(dueAt)} we email you a link that signs you in with your password alone. Until you use it, everything stays as it is.`,
      'If you did not ask for it, keep your second step. Signing in with it does that too:',
      link,
    ]),
  {
    'second-step-removal': [
      'An admin asked to remove a lost second step',
      (siteUrl) => [exampleReader, later, `${siteUrl}/keep-second-step#example`],
    ],
  },
)

/** Once a removal is ready; `link` works once, for seven days, with the password. */
export const recoveryLink = defineEmail(
  (reader: Recipient, link: string) =>
    composeEmail(reader, 'Sign in without your second step', [
      'As announced, you can now sign in without your lost second step. Open this link within seven days and enter your password. Everybody is then signed out, and you set up a new second step:',
      link,
      '',
      'If you have found it again, sign in as always: that stops this.',
    ]),
  {
    'recovery-link': [
      'The removal of a lost second step is due',
      (siteUrl) => [exampleReader, `${siteUrl}/recover-sign-in#example`],
    ],
  },
)

export const secondStepRemoved = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(reader, 'Your second sign-in step was removed', [
      'Two-factor authentication and the passkeys were removed from your account, and every browser was signed out.',
      `Please set up a new second step: ${siteUrl}/settings`,
      `If this was not you, choose a new password at once: ${siteUrl}/forgot-password`,
    ]),
  { 'second-step-removed': ['The lost second step was removed', (siteUrl) => [exampleReader, siteUrl]] },
)

export const twoFactorChanged = defineEmail(
  (reader: Recipient, isOn: boolean, siteUrl: string) =>
    composeEmail(reader, `Two-factor authentication is ${isOn ? 'on' : 'off'}`, [
      isOn
        ? 'From now on, signing in also takes a code from your authenticator app.'
        : 'From now on, your password alone is enough to sign in.',
      `If it was not you, change your password at once: ${siteUrl}/change-password`,
    ]),
  {
    'two-factor-on': ['Turned the second step on', (siteUrl) => [exampleReader, true, siteUrl]],
    'two-factor-off': ['Turned the second step off', (siteUrl) => [exampleReader, false, siteUrl]],
  },
)

/** After any change of the password; `passkeys` still open the account. */
export const passwordChanged = defineEmail(
  (reader: Recipient, passkeys: readonly { name: string; createdAt: Date }[], siteUrl: string) =>
    composeEmail(reader, 'Your password was changed', [
      'Your password was changed, and every browser you were signed in with has been signed out.',
      `If it was not you, choose a new one at once: ${siteUrl}/forgot-password`,
      ...(passkeys.length > 0
        ? [
            '',
            'Passkeys open your account whatever the password is. It has:',
            ...passkeys.map(({ name, createdAt }) => `“${name}”, added on ${formatDay(createdAt)}`),
            `If one of them is not yours, remove it: ${siteUrl}/settings`,
          ]
        : []),
    ]),
  {
    'password-changed': [
      'Changed the password',
      (siteUrl) => [exampleReader, [{ name: passkey, createdAt: now }], siteUrl],
    ],
  },
)

export const passkeysChanged = defineEmail(
  (reader: Recipient, { isAdded, name }: { isAdded: boolean; name: string }, siteUrl: string) =>
    composeEmail(reader, `A passkey was ${isAdded ? 'added to' : 'removed from'} your account`, [
      isAdded
        ? `From now on, the passkey “${name}” signs you in.`
        : `the passkey “${name}” no longer signs you in.`,
      `If it was not you, change your password at once: ${siteUrl}/change-password`,
      `and check your passkeys: ${siteUrl}/settings`,
    ]),
  {
    'passkey-added': [
      'Added a passkey',
      (siteUrl) => [exampleReader, { isAdded: true, name: passkey }, siteUrl],
    ],
    'passkey-removed': [
      'Removed a passkey',
      (siteUrl) => [exampleReader, { isAdded: false, name: passkey }, siteUrl],
    ],
  },
)

/** After a sign-in with an unknown browser; `at` in UTC. */
export const newDevice = defineEmail(
  (reader: Recipient, { device, at }: { device: string; at: Date }, siteUrl: string) =>
    composeEmail(reader, 'New sign-in to your account', [
      'Someone signed in to your account with a browser we have not seen before:',
      '',
      `${device}, ${formatMoment(at)}. We do not know from where.`,
      '',
      `If it was you, you do not have to do anything. If not, sign that browser out: ${siteUrl}/settings`,
      `and change your password: ${siteUrl}/change-password`,
    ]),
  {
    'new-device': [
      'Signed in with a new browser',
      (siteUrl) => [exampleReader, { device: 'Firefox on Windows', at: now }, siteUrl],
    ],
  },
)
