import * as z from 'zod/mini'

/** Everything staff can do that is written down, and what the site did to somebody by itself. */
export const auditActions = [
  'payout_approved',
  'payout_sent_by_hand',
  'payout_recorded',
  'payout_taken_back',
  'payout_account_set',
  'terms_changed',
  'payment_refunded',
  'letter_tried_again',
] as const

export const auditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof auditAction>
