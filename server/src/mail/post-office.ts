import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message } from './mail.ts'
import { toHtml } from './to-html.ts'

/** A message as it leaves: its id is its Message-ID, and it is of the time it was written. */
export type Stamped = Message & { id: string; writtenAt: Date }

export type PostOffice = (message: Stamped) => Promise<void>

type Options = { smtpUrl: string | null; from: string; outboxFolder: string; siteUrl: () => string }

// A server that says nothing is as good as none. What the address of the server says of this counts more.
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Mail programs show a button of their own for this, and press it without opening a page (RFC 8058). */
const declining = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Hands messages to an SMTP server, or keeps them as .eml files, each whole from the start, where there is none. */
export function openPostOffice({ smtpUrl, from, outboxFolder, siteUrl }: Options): PostOffice {
  const smtp = smtpUrl ? createTransport({ url: smtpUrl, ...patience }, { from }) : null
  const paper = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })

  return async ({ id, writtenAt, to, replyTo, subject, text, declineUrl }) => {
    const envelope = {
      // As an object it is one address, whatever is in it.
      to: { name: '', address: to },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      text,
      html: toHtml({ subject, text }, siteUrl()),
      messageId: `<${id}@touchline>`,
      date: writtenAt,
      headers: declineUrl ? declining(declineUrl) : {},
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    if (smtp) {
      await smtp.sendMail(envelope)
      return
    }
    const written = await paper.sendMail(envelope)
    await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
    const half = join(outboxFolder, `${id}.part`)
    await writeFile(half, written.message, { mode: 0o600 })
    await rename(half, join(outboxFolder, `${id}.eml`))
  }
}
