/**
 * Tables whose rows are in no backup: a session, a link or a browser that was ended after the backup must not come back
 * with it, and what is on its way in parts or counted for minutes means nothing later. What refers to one is one.
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
