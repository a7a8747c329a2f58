import type { AuditAction } from '@touchline/contract/audit.ts'

const words: Partial<Record<AuditAction, string>> = {
  payout_approved: 'Approved a payout',
  payout_sent_by_hand: 'Noted a payout to be sent by hand',
  payout_recorded: 'Recorded a payout as sent',
  payout_taken_back: 'Took a payout back',
  payout_account_set: 'Set the account payouts go to',
  terms_changed: 'Changed the terms of the site',
  payment_refunded: 'Refunded a payment',
  person_blocked: 'Blocked the account',
  person_unblocked: 'Unblocked the account',
  block_ended: 'The block ended by itself',
  person_viewed: 'Looked at the account',
  password_link_sent: 'Sent a link for a new password',
  subscription_cancelled: 'Cancelled the subscription',
}

/** What was done, as a sentence; a new kind of act reads as it is called until it has words. */
export function actWords(action: AuditAction): string {
  const name = action.replaceAll('_', ' ')
  return words[action] ?? name.charAt(0).toUpperCase() + name.slice(1)
}
