import { sql } from 'drizzle-orm'
import { blank, by, nothing } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { exportPerson } from './export.ts'
import { erasedAddress } from '#mail/erase-emails.ts'
import { deletedMember } from '#mail/redact.ts'

export const people: Feature = {
  erase: [
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
        is_recovering: () => 'false',
        is_blocked: () => 'false',
        history_cleared_at: nothing,
      },
      keeps: ['role', 'sharing'],
      why: 'the books and other people’s replies refer to this row, which no longer names them',
    },
    {
      table: 'sessions',
      fate: 'deleted',
      holds: 'browsers they were signed in with',
      whose: by('person_id'),
    },
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
    { table: 'person_words', fate: 'deleted', holds: 'search words that find them', whose: by('person_id') },
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
      table: 'departures',
      fate: 'emptied',
      holds: 'the request itself: the reason, and the address for the last e-mail',
      whose: by('person_id'),
      columns: { message: nothing, confirm_token_hash: nothing, undo_token_hash: nothing },
      // The address and name are erased an hour after the last email.
      keeps: ['state', 'email', 'first_name', 'removed'],
      why: 'only the dates, to show that it was done, and how many emails, jobs and notes it took away',
    },
  ],
  export: { profile: exportPerson },
}
