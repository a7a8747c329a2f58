import { formatDay } from '#time/format-date.ts'
import { site } from '@touchline/content/site.ts'
import { safeName } from '@touchline/contract/names.ts'
import { message, type Recipient, signatureMark, type Message } from '#mail/message.ts'

const asQuote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** Forwards a contact message to the support mailbox; replies go to the sender. */
export const messageForSupport = (
  mailbox: string,
  { name, email, message: written }: { name: string; email: string; message: string },
): Message => ({
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
    `This was sent to the support of ${site.name}. A reply goes to whoever wrote it; the message is kept at /admin/support.`,
    '',
  ].join('\n'),
})

/** Answers a contact message and quotes it below. */
export const supportAnswer = (
  reader: Recipient,
  answer: string,
  asked: { message: string; createdAt: Date },
) =>
  message(reader, `Your message to ${site.name}`, [
    answer,
    '',
    `You wrote on ${formatDay(asked.createdAt)}:`,
    asQuote(asked.message),
  ])
