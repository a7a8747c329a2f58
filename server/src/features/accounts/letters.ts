import { dayInWords, momentInWords } from '#dates.ts'
import { letter, type Reader } from '#mail/letter.ts'

/** With the link to choose a new password; `link` works once, for an hour. */
export const resetLink = (reader: Reader, link: string) =>
  letter(reader, 'Choose a new password', [
    'Somebody, hopefully you, asked for a new password for your account. Choose one here within the hour:',
    link,
    '',
    'If it was not you, you do not have to do anything: your password stays as it is.',
  ])

/** Asks to confirm an address; `link` does it once, for seven days. */
export const confirmationLines = (link: string, siteUrl: string) => [
  'Please confirm that this email address is yours. You need that before you can add a passkey or two-factor authentication:',
  link,
  `If you did not sign up, somebody else used your address. Choose a new password, and they are signed out: ${siteUrl}/forgot-password`,
]

/** When somebody asks for the link again. */
export const confirmAddress = ({ email }: Reader, link: string, siteUrl: string) =>
  letter({ email, firstName: null }, 'Confirm your email address', confirmationLines(link, siteUrl))

/** After too many failed sign-ins; `link` lifts the limit in the browser that opens it, once, for an hour. */
export const unlockLink = (reader: Reader, link: string) =>
  letter(reader, 'Sign in again', [
    'There were too many failed attempts to sign in to your account. Open this link on the device you want to sign in with, within the hour:',
    link,
    '',
    'Your password stays as it is. If you did not ask for this, you can ignore it: somebody tried passwords, and none was right.',
  ])

/** After a second step was turned on or off. */
export const twoFactorChanged = (reader: Reader, isOn: boolean, siteUrl: string) =>
  letter(reader, `Two-factor authentication is ${isOn ? 'on' : 'off'}`, [
    isOn
      ? 'From now on, signing in also takes a code from your authenticator app.'
      : 'From now on, your password alone is enough to sign in.',
    `If it was not you, change your password at once: ${siteUrl}/change-password`,
  ])

/** After the password was changed, by whatever way; `passkeys` are those that go on opening the account. */
export const passwordChanged = (
  reader: Reader,
  passkeys: { name: string; createdAt: Date }[],
  siteUrl: string,
) =>
  letter(reader, 'Your password was changed', [
    'Your password was changed, and every browser you were signed in with has been signed out.',
    `If it was not you, choose a new one at once: ${siteUrl}/forgot-password`,
    ...(passkeys.length > 0
      ? [
          '',
          'Passkeys open your account whatever the password is. It has:',
          ...passkeys.map(({ name, createdAt }) => `“${name}”, added on ${dayInWords(createdAt)}`),
          `If one of them is not yours, remove it: ${siteUrl}/settings`,
        ]
      : []),
  ])

/** After a passkey was added or removed. */
export const passkeysChanged = (
  reader: Reader,
  { isAdded, name }: { isAdded: boolean; name: string },
  siteUrl: string,
) =>
  letter(reader, `A passkey was ${isAdded ? 'added to' : 'removed from'} your account`, [
    isAdded
      ? `From now on, the passkey “${name}” signs you in.`
      : `the passkey “${name}” no longer signs you in.`,
    `If it was not you, change your password at once: ${siteUrl}/change-password`,
    `and check your passkeys: ${siteUrl}/settings`,
  ])

/** After somebody signed in with a browser they were never seen with; `at` in UTC. */
export const newDevice = (reader: Reader, { device, at }: { device: string; at: Date }, siteUrl: string) =>
  letter(reader, 'Somebody signed in to your account', [
    'Somebody signed in to your account with a browser we have not seen before:',
    '',
    `${device}, ${momentInWords(at)}. We do not know from where.`,
    '',
    `If it was you, you do not have to do anything. If not, sign that browser out: ${siteUrl}/settings`,
    `and change your password: ${siteUrl}/change-password`,
  ])
