import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { role } from './people.ts'
import { id, moment, optionalText } from './text.ts'

/** Recorded staff actions, and automatic actions of the site on people. */
export const auditActions = [
  'payout_approved',
  'payout_sent_by_hand',
  'payout_recorded',
  'payout_taken_back',
  'payout_account_set',
  'terms_changed',
  'payment_refunded',
  'person_blocked',
  'person_unblocked',
  'block_ended',
  'person_viewed',
  'password_link_sent',
  'email_change_asked',
  'email_changed',
  'email_change_undone',
  'two_factor_removal_asked',
  'two_factor_removal_cancelled',
  'two_factor_removed',
  'subscription_cancelled',
  'post_removed',
  'comment_removed',
  'report_dismissed',
  'content_removed',
  'person_warned',
  'appeal_upheld',
  'appeal_overturned',
  'decision_undone',
  'person_silenced',
  'silence_lifted',
  'support_answered',
  'support_closed',
  'support_reopened',
  'staff_invited',
  'invitation_withdrawn',
  'invitation_link_shown',
  'role_given',
  'role_taken',
  'subscribers_exported',
  'account_erased',
  'letter_tried_again',
  'promo_code_created',
  'promo_code_changed',
  'promo_code_ended',
  'site_published',
  'site_restored',
  'gate_changed',
  'gate_code_created',
  'gate_code_ended',
  'waitlist_invited',
  'hold_rules_changed',
  'held_comment_approved',
  'held_comment_rejected',
  'held_message_approved',
  'held_message_rejected',
  'api_key_created',
  'api_key_revoked',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_rotated',
  'webhook_switched_on',
  'webhook_switched_off',
  'webhook_deleted',
] as const

export const auditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof auditAction>

const staffRole = z.enum(['creator', 'moderator', 'admin'])

const auditParty = z.object({ id, name: z.string(), email: z.string(), role })

/** One audit entry. `actor` is null for automatic actions, `person` for actions that concern the site. */
export const auditEntry = z.object({
  id,
  at: moment,
  action: auditAction,
  actor: z.nullable(auditParty),
  person: z.nullable(auditParty),
  subject: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof auditEntry>

/** A bound of the time range. Databases have no year 0. */
const bound = moment.check(z.regex(/^[1-9]/, 'A moment looks like 2026-11-04T12:00:00Z.'))

export const log = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  summary:
    'The audit log, newest first; `before` is the id of the last entry read. `person` and `actor` are ids or email addresses; `from` and `to` are timestamps.',
  query: z.object({
    before: z.optional(id),
    person: z.optional(optionalText(254)),
    actor: z.optional(optionalText(254)),
    action: z.optional(auditAction),
    from: z.optional(bound),
    to: z.optional(bound),
  }),
  reply: z.object({ entries: z.array(auditEntry), hasMore: z.boolean() }),
})

/** A staff action as the person concerned sees it: a first name, and a role that is null for former staff. */
const look = z.object({
  id,
  at: moment,
  action: auditAction,
  by: z.object({ firstName: z.nullable(z.string()), role: z.nullable(staffRole) }),
})
export type StaffLook = z.output<typeof look>

export const staffLooks = endpoint({
  method: 'GET',
  path: '/api/account/staff-looks',
  access: 'signedIn',
  summary:
    'Staff actions on the viewer’s account, including views, newest first; `before` is the id of the last entry read.',
  query: z.object({ before: z.optional(id) }),
  reply: z.object({ looks: z.array(look), hasMore: z.boolean() }),
})
