import { formatDayAndZone } from '#time/format-date.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

const exampleDueAt = new Date('2027-03-15T09:00:00Z')

/** Asks the member to confirm the request. `link` works once, for two days. */
export const confirmDeletion = defineEmail(
  (reader: Recipient, link: string) =>
    composeEmail(reader, 'Do you want your account deleted?', [
      'Someone, hopefully you, asked us to delete your account. Confirm it here within two days:',
      link,
      '',
      'Your subscription is then canceled, and you have two weeks to change your mind. After that, your account and what you wrote are deleted, and cannot be restored.',
      '',
      'If it was not you, ignore this email and change your password: someone else is signed in as you.',
    ]),
  {
    'confirm-deletion': [
      'Asked for the account to be deleted',
      (siteUrl) => [exampleReader, `${siteUrl}/account-deletion#confirm.example`],
    ],
  },
)

/** Announces the deletion once billing has ended. `link` cancels it without a password. */
export const deletionConfirmed = defineEmail(
  (reader: Recipient, dueAt: Date, link: string) =>
    composeEmail(reader, 'Your account will be deleted', [
      `Your account will be deleted on ${formatDayAndZone(dueAt)}. Your subscription is canceled: you will not be charged again, and until that day you keep what you have paid for.`,
      '',
      'Changed your mind? Sign in and keep your account in the settings, or open this link:',
      link,
    ]),
  {
    'deletion-confirmed': [
      'The account will be deleted',
      (siteUrl) => [exampleReader, exampleDueAt, `${siteUrl}/account-deletion#undo.example`],
    ],
  },
)

export const deletionReminder = defineEmail(
  (reader: Recipient, dueAt: Date, siteUrl: string) =>
    composeEmail(reader, 'Your account will be deleted in two days', [
      `As you asked, your account will be deleted on ${formatDayAndZone(dueAt)}. After that it cannot be restored.`,
      `Changed your mind? Keep it in the settings: ${siteUrl}/settings`,
    ]),
  { 'deletion-near': ['Two days before', (siteUrl) => [exampleReader, exampleDueAt, siteUrl]] },
)

export const deletionCanceled = defineEmail(
  (reader: Recipient, siteUrl: string) =>
    composeEmail(reader, 'Your account stays', [
      'Your account will not be deleted: the request has been withdrawn.',
      `A subscription that was canceled because of it stays canceled. You can undo that too, as long as paid time is left: ${siteUrl}/settings`,
    ]),
  { 'deletion-undone': ['The account stays', (siteUrl) => [exampleReader, siteUrl]] },
)

export const accountDeleted = defineEmail(
  (reader: Recipient) =>
    composeEmail(reader, 'Your account is deleted', [
      'As you asked, your account has been deleted, along with your comments, likes and messages and what we knew about you.',
      'Payment records stay, as the law requires, without your name. This is the last email we will send you.',
    ]),
  { 'account-deleted': ['The account is deleted', () => [exampleReader]] },
)
