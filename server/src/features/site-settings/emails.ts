import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

/** An admin tries the mail server from /admin/site. */
export const testEmail = defineEmail(
  (reader: Recipient, siteName: string) =>
    composeEmail(reader, `A test from ${siteName}`, [
      `If you can read this, ${siteName} can send emails.`,
      'You asked for it on the page of the site’s settings.',
    ]),
  { 'test-email': ['An admin tries the mail server', (_siteUrl, siteName) => [exampleReader, siteName]] },
)
