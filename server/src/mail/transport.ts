import { createTransport } from 'nodemailer'
import { envelopeOf, type OutgoingMessage } from './envelope.ts'
import type { OutboxFolder } from './outbox-folder.ts'
import type { MailPool } from '#config/config.ts'

export type MailTransport = (message: OutgoingMessage) => Promise<void>
type Options = { smtpUrl: string | null; from: string; pool: MailPool; siteUrl: () => string }

/**
 * A server that says nothing is as good as none. One that has taken an email and is slow to say so is waited for longer:
 * giving up on it sends the email twice. What the address of the server says of this counts more.
 */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 }

/**
 * Hands messages to an SMTP server, or to the outbox folder where there is none. Emails that can be declined leave over
 * a pool of connections at its pace; each of the others has a connection of its own and waits for none of them.
 */
export function openMailTransport(
  { smtpUrl, from, pool, siteUrl }: Options,
  outbox: OutboxFolder,
): { post: MailTransport; close: () => void } {
  if (!smtpUrl) return { post: outbox.write, close: () => {} }
  const single = createTransport({ url: smtpUrl, ...patience }, { from })
  const pooled = createTransport(
    {
      url: smtpUrl,
      ...patience,
      pool: true,
      maxConnections: pool.connections,
      maxMessages: pool.messagesPerConnection,
      ...(pool.perSecond > 0 ? { rateLimit: pool.perSecond, rateDelta: 1000 } : {}),
    },
    { from },
  )
  return {
    post: async (message) =>
      void (await (message.declineUrl ? pooled : single).sendMail(envelopeOf(message, siteUrl()))),
    close: () => pooled.close(),
  }
}
