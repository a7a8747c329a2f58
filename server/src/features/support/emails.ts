import { formatDay } from '#time/format-date.ts'
import { site } from '@touchline/content/site.ts'
import { safeName } from '@touchline/contract/names.ts'
import { message, type Recipient, signatureMark, type Message } from '#mail/message.ts'

const asQuote = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** What somebody wrote on the site, for whoever reads the support mailbox; an answer to it goes to them. */
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

/** The answer to a message, which it quotes below. */
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
