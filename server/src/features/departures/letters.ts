import { letter, type Reader } from '#mail/letter.ts'

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const day = (at: Date) => `${dayInWords.format(at)} (UTC)`

/** With the link that confirms a request; `link` works once, for two days. */
export const confirmDeletion = (reader: Reader, link: string) =>
  letter(reader, 'Do you want your account deleted?', [
    'somebody, hopefully you, asked us to delete your account. Confirm it here within two days:',
    link,
    '',
    'Then your subscription is cancelled, and two weeks begin in which you can change your mind. After them your account and what you wrote are deleted, and nobody can bring them back.',
    '',
    'If it was not you, nothing has to be done about this letter. But whoever it was is signed in as you: change your password.',
  ])

/** After a request was confirmed and billing has ended; `link` takes it back without a password. */
export const deletionConfirmed = (reader: Reader, dueAt: Date, link: string) =>
  letter(reader, 'Your account will be deleted', [
    `your account will be deleted on ${day(dueAt)}. Your subscription is cancelled: nothing is charged any more, and until that day you keep what you have paid for.`,
    '',
    'You have changed your mind? Sign in and keep your account in the settings, or open this link:',
    link,
  ])

/** Two days before it is carried out. */
export const deletionIsNear = (reader: Reader, dueAt: Date, siteUrl: string) =>
  letter(reader, 'Your account is deleted in two days', [
    `as you asked, your account will be deleted on ${day(dueAt)}. After that nobody can bring it back.`,
    `You have changed your mind? Keep it in the settings: ${siteUrl}/settings`,
  ])

/** After a request was taken back. */
export const deletionUndone = (reader: Reader, siteUrl: string) =>
  letter(reader, 'Your account stays', [
    'your account will not be deleted: the request was taken back.',
    `A subscription that was cancelled for it stays cancelled. You can take that back too, while paid time is left: ${siteUrl}/settings`,
  ])

/** The last one. */
export const accountDeleted = (reader: Reader) =>
  letter(reader, 'Your account is deleted', [
    'as you asked, your account is deleted, with your comments, likes and messages and what we knew about you.',
    'Records of payments stay, as the law asks, without your name. This is the last letter we send you.',
  ])
