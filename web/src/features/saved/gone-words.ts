import type { Reason } from '#offline/database.ts'

const why: Record<Reason, string> = {
  'lease ended': 'this browser had not been online here for too long.',
  'not lent on': 'the posts are no longer there, or you signed in to this browser again.',
  'signed out': 'you were signed out of this browser.',
  'access lost': 'your access had ended.',
  unreadable: 'they could no longer be opened.',
}

/** Why copies are gone that their person did not delete. */
export const goneWords = ({ reason, count }: { reason: Reason; count: number }) =>
  `${count === 1 ? '1 saved post was' : `${count} saved posts were`} deleted, because ${why[reason]}`
