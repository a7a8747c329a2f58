import type { MailPool } from '#config/config.ts'
import type { Email } from './email.ts'
import type { Brand, LoadBrand } from './brand.ts'
import { renderHtml } from './render-html.ts'

/** An email ready to send. Its id becomes the Message-ID, and it keeps the date it was written. */
export type OutgoingEmail = Email & { id: string; writtenAt: Date; personId?: string }

/** RFC 8058: mail programs show a button and call the URL without opening a page. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

export function envelopeOf(
  { id, writtenAt, to, replyTo, subject, text, declineUrl, named = [] }: OutgoingEmail,
  { siteUrl, brand }: { siteUrl: string; brand: Brand },
) {
  const { html, images } = renderHtml({ subject, text, named }, { siteUrl, brand })
  return {
    // As an object it is a single address, whatever it contains.
    ...(brand.from ? { from: brand.from } : {}),
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    html,
    attachments: images,
    messageId: `<${id}@${new URL(siteUrl).hostname}>`,
    date: writtenAt,
    headers: declineUrl ? unsubscribeHeaders(declineUrl) : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export type MailTransport = (email: OutgoingEmail) => Promise<void>
type Options = {
  smtpUrl: string | null
  from: string
  pool: MailPool
  siteUrl: () => string
  loadBrand: LoadBrand
}

/** Confirmations get long, because giving up would send the email twice. Parameters of SMTP_URL take precedence. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 }

/** Bulk emails share a pool of connections; every other email gets its own and waits for none. */
export function openMailTransport(
  { smtpUrl, from, pool, siteUrl, loadBrand }: Options,
  writeFile: MailTransport,
): { post: MailTransport; close: () => void } {
  if (!smtpUrl) return { post: writeFile, close: () => {} }
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return {
      single: createTransport({ url: smtpUrl, ...timeouts }, { from }),
      pooled: createTransport(
        {
          url: smtpUrl,
          ...timeouts,
          pool: true,
          maxConnections: pool.connections,
          maxMessages: pool.messagesPerConnection,
        },
        { from },
      ),
    }
  }
  let opening: ReturnType<typeof open> | undefined
  return {
    async post(email) {
      const envelope = envelopeOf(email, { siteUrl: siteUrl(), brand: await loadBrand() })
      const { single, pooled } = await (opening ??= open())
      await (email.declineUrl ? pooled : single).sendMail(envelope)
    },
    close: () => void opening?.then(({ pooled }) => pooled.close()),
  }
}
