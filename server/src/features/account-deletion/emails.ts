import { formatDay } from '#time/format-date.ts'
import { message, type Recipient } from '#mail/message.ts'

const day = (at: Date) => `${formatDay(at)} (UTC)`

/** Asks the member to confirm the request. `link` works once, for two days. */
export const confirmDeletion = (reader: Recipient, link: string) =>
  message(reader, 'Do you want your account deleted?', [
    'Somebody, hopefully you, asked us to delete your account. Confirm it here within two days:',
    link,
    '',
    'Your subscription is then canceled, and you have two weeks to change your mind. After that, your account and what you wrote are deleted, and nobody can bring them back.',
    '',
    'If it was not you, you can ignore this email. But whoever it was is signed in as you: change your password.',
  ])

/** Announces the deletion once billing has ended. `link` cancels it without a password. */
export const deletionConfirmed = (reader: Recipient, dueAt: Date, link: string) =>
  message(reader, 'Your account will be deleted', [
    `Your account will be deleted on ${day(dueAt)}. Your subscription is canceled: you will not be charged again, and until that day you keep what you have paid for.`,
    '',
    'Changed your mind? Sign in and keep your account in the settings, or open this link:',
    link,
  ])

/** Sent two days before the deletion. */
export const deletionReminder = (reader: Recipient, dueAt: Date, siteUrl: string) =>
  message(reader, 'Your account will be deleted in two days', [
    `As you asked, your account will be deleted on ${day(dueAt)}. After that nobody can bring it back.`,
    `Changed your mind? Keep it in the settings: ${siteUrl}/settings`,
  ])

/** Confirms that the request was canceled. */
export const deletionCanceled = (reader: Recipient, siteUrl: string) =>
  message(reader, 'Your account stays', [
    'Your account will not be deleted: the request has been withdrawn.',
    `A subscription that was canceled because of it stays canceled. You can undo that too, as long as paid time is left: ${siteUrl}/settings`,
  ])

/** Sent after the erasure, as the last email. */
export const accountDeleted = (reader: Recipient) =>
  message(reader, 'Your account is deleted', [
    'As you asked, your account has been deleted, along with your comments, likes and messages and what we knew about you.',
    'Payment records stay, as the law requires, without your name. This is the last email we will send you.',
  ])
