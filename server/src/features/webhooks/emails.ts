import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'

/** The site switched off a webhook. */
export const webhookDisabled = defineEmail(
  (reader: Recipient, host: string, problem: string, link: string) =>
    composeEmail(reader, `Webhook to ${host} switched off`, [
      `We could not deliver anything to the webhook at ${host} for days, so we switched it off. The last problem:`,
      problem,
      '',
      'Events are no longer recorded for it. What waits is sent when you switch it on again within 30 days:',
      link,
    ]),
  {
    'webhook-disabled': [
      'A webhook was switched off after days of failures (to the admins)',
      (siteUrl) => [exampleReader, 'hooks.example', 'The response was 503.', `${siteUrl}/admin/programs`],
    ],
  },
)
