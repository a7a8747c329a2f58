import { toHtml } from './render-html.ts'
import type { Message } from './message.ts'

/** A message as it leaves: its id is its Message-ID, and it is of the time it was written. */
export type OutgoingMessage = Message & { id: string; writtenAt: Date; personId?: string }

/** Mail programs show a button of their own for this, and press it without opening a page (RFC 8058). */
const declining = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** An email as nodemailer takes it. */
export const envelopeOf = (
  { id, writtenAt, to, replyTo, subject, text, declineUrl }: OutgoingMessage,
  siteUrl: string,
) => ({
  // As an object it is one address, whatever is in it.
  to: { name: '', address: to },
  ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
  subject,
  text,
  html: toHtml({ subject, text }, siteUrl),
  messageId: `<${id}@touchline>`,
  date: writtenAt,
  headers: declineUrl ? declining(declineUrl) : {},
  disableFileAccess: true,
  disableUrlAccess: true,
})
