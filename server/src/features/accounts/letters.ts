import { letter, type Reader } from '#mail/letter.ts'

/** With the link to choose a new password; `link` works once, for an hour. */
export const resetLink = (reader: Reader, link: string) =>
  letter(reader, 'Choose a new password', [
    'somebody, hopefully you, asked for a new password for your account. Choose it here within the hour:',
    link,
    '',
    'If it was not you, nothing has to be done: without this link your password stays what it is.',
  ])

/** After a second step was turned on or off. */
export const twoFactorChanged = (reader: Reader, isOn: boolean, siteUrl: string) =>
  letter(reader, `Two-factor authentication is ${isOn ? 'on' : 'off'}`, [
    isOn
      ? 'from now on signing in takes a code of your authenticator app as well.'
      : 'from now on your password alone is enough to sign in.',
    `If it was not you, change your password at once: ${siteUrl}/forgot-password`,
  ])

/** After the password was changed, by whatever way. */
export const passwordChanged = (reader: Reader, siteUrl: string) =>
  letter(reader, 'Your password was changed', [
    'your password was changed, and every browser you were signed in with is signed out.',
    `If it was not you, choose a new one at once: ${siteUrl}/forgot-password`,
  ])
