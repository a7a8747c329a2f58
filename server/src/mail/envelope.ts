import { toHtml } from './render-html.ts'
import type { Message } from './message.ts'

/** A message ready to send. Its id becomes the Message-ID, and it keeps the date it was written. */
export type OutgoingMessage = Message & { id: string; writtenAt: Date; personId?: string }

/**
 * One-click unsubscribe headers (RFC 8058): mail programs show a button and call the URL without opening a
 * page.
 */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The message in nodemailer's form. */
export const envelopeOf = (
  { id, writtenAt, to, replyTo, subject, text, declineUrl }: OutgoingMessage,
  siteUrl: string,
) => ({
  // As an object it is a single address, whatever it contains.
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  subject,
  text,
  html: toHtml({ subject, text }, siteUrl),
  messageId: `<${id}@touchline>`,
  date: writtenAt,
  headers: declineUrl ? unsubscribeHeaders(declineUrl) : {},
  disableFileAccess: true,
  disableUrlAccess: true,
})
