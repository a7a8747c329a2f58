import type { AuditAction } from '@touchline/contract/audit.ts'

const words: Record<AuditAction, string> = {
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
  subscription_cancelled: 'Canceled the subscription',
  post_removed: 'Removed a post',
  comment_removed: 'Removed a comment',
  report_dismissed: 'Dismissed a report',
  content_removed: 'Removed what was reported',
  person_warned: 'Warned the person',
  appeal_upheld: 'Let a decision stand after an appeal',
  appeal_overturned: 'Took a decision back after an appeal',
  support_answered: 'Answered a message to support',
  support_closed: 'Closed a message to support',
  support_reopened: 'Opened a message to support again',
  staff_invited: 'Invited somebody to join the staff',
  invitation_withdrawn: 'Took an invitation back',
  role_given: 'Became creator or admin through an invitation',
  role_taken: 'Took a role away',
  subscribers_exported: 'Exported the list of subscribers',
  account_erased: 'The account was deleted as asked',
  letter_tried_again: 'Had an email sent again',
}

/** What was done, as a sentence. */
export const actWords = (action: AuditAction): string => words[action]
