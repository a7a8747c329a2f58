import { formatDay } from '#time/format-date.ts'
import { safeName } from '@touchline/contract/names.ts'
import {
  composeEmail,
  defineEmail,
  type Email,
  exampleReader,
  type Recipient,
  signatureMark,
} from '#mail/email.ts'

const asQuote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** Forwards a contact message to the support mailbox; replies go to the sender. */
export const messageForSupport = defineEmail(
  (
    mailbox: string,
    { name, email, message: written }: { name: string; email: string; message: string },
    siteName: string,
  ): Email => ({
    to: mailbox,
    replyTo: email,
    subject: 'Message from the contact form',
    text: [
      'Hello,',
      '',
      `${safeName(name)} <${email}> wrote:`,
      asQuote(written),
      '',
      signatureMark,
      `This was sent to the support of ${siteName}. A reply goes to the sender; the message is kept at /admin/support.`,
      '',
    ].join('\n'),
  }),
  {
    'support-message': [
      'To the support mailbox',
      (_siteUrl, siteName) => [
        'support@club.example',
        { name: 'Mina Osei', email: exampleReader.email, message: 'Can I change my name?' },
        siteName,
      ],
    ],
  },
)

/** Answers a contact message and quotes it below. */
export const supportAnswer = defineEmail(
  (reader: Recipient, answer: string, asked: { message: string; createdAt: Date }, siteName: string) =>
    composeEmail(reader, `Your message to ${siteName}`, [
      answer,
      '',
      `You wrote on ${formatDay(asked.createdAt)}:`,
      asQuote(asked.message),
    ]),
  {
    'support-answer': [
      'Support answers',
      (_siteUrl, siteName) => [
        exampleReader,
        'Yes: in your profile.',
        { message: 'Can I change my name?', createdAt: new Date('2027-03-01T09:00:00Z') },
        siteName,
      ],
    ],
  },
)
