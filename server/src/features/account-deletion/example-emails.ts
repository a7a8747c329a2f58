import { type Example, example, reader } from '#features/emails/example.ts'
import * as emails from './emails.ts'

const later = new Date('2027-03-15T09:00:00Z')

/** The emails about the deletion of an account, as admins see them. */
export const deletionExamples = (siteUrl: string): Example[] => [
  example(
    'confirm-deletion',
    'Asked for the account to be deleted',
    emails.confirmDeletion(reader, `${siteUrl}/account-deletion#confirm.example`),
  ),
  example(
    'deletion-confirmed',
    'The account will be deleted',
    emails.deletionConfirmed(reader, later, `${siteUrl}/account-deletion#undo.example`),
  ),
  example('deletion-near', 'Two days before', emails.deletionReminder(reader, later, siteUrl)),
  example('deletion-undone', 'The account stays', emails.deletionCanceled(reader, siteUrl)),
  example('account-deleted', 'The account is deleted', emails.accountDeleted(reader)),
]
