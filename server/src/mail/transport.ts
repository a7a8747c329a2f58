import { createTransport } from 'nodemailer'
import { envelopeOf, type OutgoingMessage } from './envelope.ts'
import type { OutboxFolder } from './outbox-folder.ts'
import type { MailPool } from '#config/config.ts'

export type MailTransport = (message: OutgoingMessage) => Promise<void>
type Options = { smtpUrl: string | null; from: string; pool: MailPool; siteUrl: () => string }

/**
 * Timeouts. An accepted email whose confirmation is slow gets a longer one, because giving up would send it
 * twice. Parameters of SMTP_URL take precedence.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 }

/**
 * Sends messages over SMTP, or to the outbox folder when no server is configured. Bulk emails share a pool of
 * connections at its rate; every other email gets its own connection and waits for none.
 */
export function openMailTransport(
  { smtpUrl, from, pool, siteUrl }: Options,
  outbox: OutboxFolder,
): { post: MailTransport; close: () => void } {
  if (!smtpUrl) return { post: outbox.write, close: () => {} }
  const single = createTransport({ url: smtpUrl, ...timeouts }, { from })
  const pooled = createTransport(
    {
      url: smtpUrl,
      ...timeouts,
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
