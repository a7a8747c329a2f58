/**
 * Tables whose rows are not backed up. Restoring a revoked session, link or browser subscription would revive
 * it, and partial uploads and counters are worthless later. A table that refers to one of these must be
 * listed too.
 */
export const excludedTables = [
  'sessions',
  'saved_posts',
  'push_subscriptions',
  'password_resets',
  'sign_in_steps',
  'passkey_questions',
  'invitations',
  'uploads',
  'tries',
]
