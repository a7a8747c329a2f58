import { sql } from 'drizzle-orm'
import type { ErasureRule, RowFilter } from './erasure-rule.ts'
import { erasedAddress } from '#mail/erase-emails.ts'

const by =
  (column: string): RowFilter =>
  ({ personId }) =>
    sql`${sql.identifier(column)} = ${personId}`

const nothing = () => null
const blank = () => ''
const theirAddress: RowFilter = ({ email }) => sql`lower(email) = ${email}`

/** Replaces the name of an erased person wherever it was shown. */
export const deletedMember = 'Former member'

const ofCreators = 'what creators publish, and counts of it'
const ofTheBooks = 'the books: amounts, times and ids, as the law requires'
const ofPayouts = 'what the creator is paid'
const ofNumbers = 'the creator’s figures, which count them without naming them'
const ofTheSite = 'the site’s own records'
const ofTheModeration = 'the decision itself: when, by whom and by which rule'

/**
 * The erasure rule of every table. The erasure runs from it and docs/erasure.md is generated from it. A test compares it
 * with the schema, so a new table or text column needs an entry here.
 */
export const erasureTable: ErasureRule[] = [
  {
    table: 'people',
    fate: 'emptied',
    holds: 'address, name, phone number, password, what they wrote about themselves',
    whose: by('id'),
    columns: {
      email: ({ personId }) => erasedAddress(personId),
      first_name: () => deletedMember,
      last_name: nothing,
      phone_number: nothing,
      password_hash: nothing,
      bio: nothing,
      location: nothing,
      website: nothing,
      avatar_id: nothing,
      stripe_customer_id: nothing,
      has_two_factor: () => 'false',
      has_passkey: () => 'false',
      is_blocked: () => 'false',
    },
    keeps: ['role'],
    why: 'the books and other people’s replies refer to this row, which no longer names them',
  },
  { table: 'sessions', fate: 'deleted', holds: 'browsers they were signed in with', whose: by('person_id') },
  { table: 'password_resets', fate: 'deleted', holds: 'links to a new password', whose: by('person_id') },
  { table: 'account_links', fate: 'deleted', holds: 'links mailed to them', whose: by('person_id') },
  {
    table: 'email_changes',
    fate: 'deleted',
    holds: 'changes of their address: the previous and the new one',
    whose: by('person_id'),
  },
  {
    table: 'two_factor_removals',
    fate: 'deleted',
    holds: 'staff requests to remove their second step',
    whose: by('person_id'),
  },
  { table: 'two_factors', fate: 'deleted', holds: 'the two-factor secret', whose: by('person_id') },
  { table: 'backup_codes', fate: 'deleted', holds: 'backup codes', whose: by('person_id') },
  { table: 'passkeys', fate: 'deleted', holds: 'passkeys', whose: by('person_id') },
  {
    table: 'passkey_questions',
    fate: 'deleted',
    holds: 'challenges sent to their passkeys',
    whose: by('person_id'),
  },
  { table: 'known_devices', fate: 'deleted', holds: 'browsers they have used', whose: by('person_id') },
  { table: 'invitations', fate: 'deleted', holds: 'invitations to their address', whose: theirAddress },
  { table: 'person_words', fate: 'deleted', holds: 'search words that find them', whose: by('person_id') },
  { table: 'person_visits', fate: 'deleted', holds: 'the day of their last visit', whose: by('person_id') },
  { table: 'sign_in_steps', fate: 'deleted', holds: 'unfinished sign-ins', whose: by('person_id') },
  {
    table: 'pending_signups',
    fate: 'emptied',
    holds: 'the signup form they filled in',
    whose: ({ personId, email }) => sql`person_id = ${personId} or email = ${email}`,
    columns: {
      email: ({ personId }) => erasedAddress(personId),
      first_name: blank,
      last_name: blank,
      phone_number: blank,
      password_hash: nothing,
      finish_token_hash: nothing,
      last_error: nothing,
    },
    keeps: [
      'token_hash',
      'coupon_code',
      'state',
      'customer_id',
      'subscription_id',
      'invoice_id',
      'payment_intent_id',
    ],
    why: 'so that money still arriving for it is recognised',
  },
  {
    table: 'memberships',
    fate: 'emptied',
    holds: 'subscriptions, and the card they were paid with',
    whose: by('person_id'),
    columns: { card_brand: nothing, card_last4: nothing, card_expires_at: nothing },
    keeps: ['customer_id', 'subscription_id', 'status', 'first_payment', 'heeded_default'],
    why: 'the books refer to them; the provider’s ids alone identify no one',
  },
  {
    table: 'subscription_starts',
    fate: 'deleted',
    holds: 'attempts to subscribe again',
    whose: by('person_id'),
  },
  {
    table: 'promo_redemptions',
    fate: 'emptied',
    holds: 'promotion codes they used',
    whose: ({ personId, email }) =>
      sql`person_id = ${personId} or signup_id in (select id from pending_signups where person_id = ${personId} or email = ${email})`,
    columns: { person_id: nothing, signup_id: nothing, subscription_id: nothing },
    keeps: ['code', 'state', 'address_key', 'card_key'],
    why: 'so that a code works once per person: keyed hashes, from which no address or card can be read',
  },
  {
    table: 'billing_letters',
    fate: 'deleted',
    holds: 'billing e-mails they were sent',
    whose: by('person_id'),
  },
  {
    table: 'tips',
    fate: 'emptied',
    holds: 'tips: the message and the card',
    whose: by('from_person_id'),
    columns: { message: nothing, card_brand: blank, card_last4: blank, failure_message: nothing },
    keeps: [
      'status',
      'idempotency_key',
      'customer_id',
      'payment_method_id',
      'payment_intent_id',
      'failure_code',
    ],
    why: 'the books refer to them: amount, time and ids',
  },
  {
    table: 'comments',
    fate: 'deleted',
    holds: 'comments and replies',
    apart: 'eraseAuthor',
    why: 'a comment with replies keeps its place, without its text and author',
  },
  { table: 'likes', fate: 'deleted', holds: 'likes', apart: 'eraseReader' },
  { table: 'post_views', fate: 'deleted', holds: 'which posts they saw on which day', apart: 'eraseReader' },
  {
    table: 'post_watches',
    fate: 'deleted',
    holds: 'how long they played which video on which day',
    whose: by('person_id'),
  },
  {
    table: 'audience_answers',
    fate: 'deleted',
    holds: 'the age group and country they gave',
    whose: by('person_id'),
  },
  { table: 'audience_shown', fate: 'untouched', why: 'totals of these answers by group, without names' },
  { table: 'feed_marks', fate: 'deleted', holds: 'where they were in the feed', whose: by('person_id') },
  {
    table: 'saved_posts',
    fate: 'deleted',
    holds: 'posts their browsers store for offline use',
    whose: by('person_id'),
  },
  {
    table: 'notification_settings',
    fate: 'deleted',
    holds: 'what they want to be notified of, and whether they agreed to announcements',
    whose: by('person_id'),
  },
  { table: 'notifications', fate: 'deleted', holds: 'notifications they received', whose: by('person_id') },
  {
    table: 'push_subscriptions',
    fate: 'deleted',
    holds: 'browsers that receive their push messages',
    whose: by('person_id'),
  },
  {
    table: 'letters',
    fate: 'deleted',
    holds: 'emails to them; emails to others stay, without their name',
    apart: 'eraseEmails',
  },
  { table: 'exports', fate: 'deleted', holds: 'when they exported their data', whose: by('person_id') },
  {
    table: 'reports',
    fate: 'emptied',
    holds: 'the text of their reports, and of reports about them',
    apart: 'eraseInModeration',
    why: ofTheModeration,
  },
  {
    table: 'moderation_cases',
    fate: 'emptied',
    holds: 'what was reported of theirs, and their appeals',
    apart: 'eraseInModeration',
    why: ofTheModeration,
  },
  {
    table: 'blocks',
    fate: 'emptied',
    holds: 'when they were blocked, and the reason staff gave',
    whose: by('person_id'),
    columns: { reason: nothing },
    keeps: [],
    why: 'staff actions stay on record: who, what, when',
  },
  { table: 'uploads', fate: 'deleted', holds: 'unfinished uploads', whose: by('person_id') },
  {
    table: 'contact_answers',
    fate: 'deleted',
    holds: 'support’s answers to them',
    whose: ({ email }) => sql`message_id in (select id from contact_messages where lower(email) = ${email})`,
  },
  {
    table: 'contact_messages',
    fate: 'deleted',
    holds: 'messages to support from their address',
    whose: theirAddress,
  },
  {
    table: 'departures',
    fate: 'emptied',
    holds: 'the request itself: the reason, and the address for the last e-mail',
    whose: by('person_id'),
    columns: { message: nothing, confirm_token_hash: nothing, undo_token_hash: nothing },
    // The address and name are erased an hour after the last email.
    keeps: ['state', 'email', 'first_name', 'removed'],
    why: 'only the dates, to show that it was done, and how many emails, jobs and notes it took away',
  },
  {
    table: 'audit_entries',
    fate: 'emptied',
    holds: 'staff actions concerning them, and the reason staff gave',
    whose: by('person_id'),
    columns: { reason: nothing },
    keeps: ['action', 'subject'],
    why: 'staff actions stay on record: who, what, when',
  },
  {
    table: 'ledger_refunds',
    fate: 'emptied',
    holds: 'refunds, and the reason staff gave',
    whose: ({ personId }) =>
      sql`payment_journal_id in (select id from ledger_journals where person_id = ${personId})`,
    columns: { reason: nothing, last_error: nothing },
    keeps: ['press_key', 'state', 'refund_id'],
    why: ofTheBooks,
  },
  {
    table: 'webhook_events',
    fate: 'emptied',
    holds: 'events from the payment provider, until they are handled',
    apart: 'redactEvents',
    why: 'ids and amounts, so that they can still be handled',
  },
  {
    table: 'payment_alerts',
    fate: 'emptied',
    holds: 'their name and phone number in alerts about payments and in staff notes',
    apart: 'redactAlerts',
    why: 'the irregularity itself and the rest of the note',
  },
  {
    table: 'jobs.job',
    fate: 'deleted',
    holds: 'recent jobs about them, and push messages that name them',
    apart: 'deleteJobs',
  },
  {
    table: 'agreements',
    fate: 'untouched',
    why: 'which texts were agreed to and when; deleted AGREEMENT_DAYS after the erasure',
  },
  { table: 'text_versions', fate: 'untouched', why: ofTheSite },
  { table: 'ledger_journals', fate: 'untouched', why: ofTheBooks },
  { table: 'ledger_lines', fate: 'untouched', why: ofTheBooks },
  { table: 'ledger_disputes', fate: 'untouched', why: ofTheBooks },
  { table: 'ledger_terms', fate: 'untouched', why: ofTheBooks },
  { table: 'membership_movements', fate: 'untouched', why: ofNumbers },
  { table: 'insight_changes', fate: 'untouched', why: ofNumbers },
  { table: 'insight_counting', fate: 'untouched', why: ofNumbers },
  { table: 'insight_money_days', fate: 'untouched', why: ofNumbers },
  { table: 'insight_member_days', fate: 'untouched', why: ofNumbers },
  { table: 'reach_changes', fate: 'untouched', why: ofNumbers },
  { table: 'post_reaches', fate: 'untouched', why: ofNumbers },
  { table: 'payment_settings', fate: 'untouched', why: ofTheSite },
  { table: 'payout_statements', fate: 'untouched', why: ofPayouts },
  { table: 'payout_lines', fate: 'untouched', why: ofPayouts },
  { table: 'payout_open_lines', fate: 'untouched', why: ofPayouts },
  { table: 'payouts', fate: 'untouched', why: ofPayouts },
  { table: 'payout_accounts', fate: 'untouched', why: ofPayouts },
  { table: 'posts', fate: 'untouched', why: ofCreators },
  { table: 'post_words', fate: 'untouched', why: ofCreators },
  { table: 'post_counts', fate: 'untouched', why: ofCreators },
  { table: 'drafts', fate: 'untouched', why: ofCreators },
  { table: 'media', fate: 'untouched', why: ofCreators },
  { table: 'media_files', fate: 'untouched', why: ofCreators },
  { table: 'notification_events', fate: 'untouched', why: 'ids of pending notifications, for a moment' },
  { table: 'push_keys', fate: 'untouched', why: ofTheSite },
  { table: 'tries', fate: 'untouched', why: 'rate-limit counters, under hashed keys, for a day' },
  { table: 'rehearsal_runs', fate: 'untouched', why: ofTheSite },
  { table: 'demo_seed', fate: 'untouched', why: ofTheSite },
]
