import * as accounts from '#features/accounts/emails.ts'
import * as blocks from '#features/blocks/emails.ts'
import * as comments from '#features/comments/emails.ts'
import * as gate from '#features/gate/emails.ts'
import * as moderation from '#features/moderation/emails.ts'
import * as notifications from '#features/notifications/emails.ts'
import * as payouts from '#features/payouts/emails.ts'
import * as silences from '#features/silences/emails.ts'
import * as signup from '#features/signup/emails.ts'
import * as siteSettings from '#features/site-settings/emails.ts'
import * as staff from '#features/staff/emails.ts'
import * as subscriptions from '#features/subscriptions/emails.ts'
import * as support from '#features/support/emails.ts'
import * as tips from '#features/tips/emails.ts'
import * as webhooks from '#features/webhooks/emails.ts'
import type { EmailExample } from '#mail/email.ts'

/** The exports of a feature's `emails.ts`: its emails, and what they share. */
export type EmailCatalogue = Record<string, object>

const catalogues: EmailCatalogue[] = [
  accounts,
  blocks,
  comments,
  gate,
  moderation,
  notifications,
  payouts,
  silences,
  signup,
  staff,
  siteSettings,
  subscriptions,
  support,
  tips,
  webhooks,
]

const hasExamples = (email: object): email is { examples: EmailExample[] } => 'examples' in email

/** Returns an example of every email the site sends. `deletion` belongs to a feature above this one. */
export const exampleEmails = (deletion: EmailCatalogue): EmailExample[] =>
  [...catalogues, deletion]
    .flatMap((catalogue) => Object.values(catalogue))
    .flatMap((email) => (hasExamples(email) ? email.examples : []))
    .toSorted((one, other) => one.when.localeCompare(other.when))
