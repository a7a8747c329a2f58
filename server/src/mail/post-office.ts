import { createTransport } from 'nodemailer'
import { envelopeOf, type Stamped } from './envelope.ts'
import type { OutboxFolder } from './outbox-folder.ts'

export type PostOffice = (message: Stamped) => Promise<void>

type Options = { smtpUrl: string | null; from: string; siteUrl: () => string }

// A server that says nothing is as good as none. What the address of the server says of this counts more.
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Hands messages to an SMTP server, or to the outbox folder where there is none. */
export function openPostOffice({ smtpUrl, from, siteUrl }: Options, outbox: OutboxFolder): PostOffice {
  const smtp = smtpUrl ? createTransport({ url: smtpUrl, ...patience }, { from }) : null
  if (!smtp) return outbox.write
  return async (message) => void (await smtp.sendMail(envelopeOf(message, siteUrl())))
}
