import { type Example, of, reader } from '#features/emails/example.ts'
import * as emails from './emails.ts'

const later = new Date('2027-03-15T09:00:00Z')

/** The emails about the deletion of an account, as admins see them. */
export const deletionExamples = (siteUrl: string): Example[] => [
  of(
    'confirm-deletion',
    'Asked for the account to be deleted',
    emails.confirmDeletion(reader, `${siteUrl}/account-deletion#confirm.example`),
  ),
  of(
    'deletion-confirmed',
    'The account will be deleted',
    emails.deletionConfirmed(reader, later, `${siteUrl}/account-deletion#undo.example`),
  ),
  of('deletion-near', 'Two days before', emails.deletionIsNear(reader, later, siteUrl)),
  of('deletion-undone', 'The account stays', emails.deletionUndone(reader, siteUrl)),
  of('account-deleted', 'The account is deleted', emails.accountDeleted(reader)),
]
