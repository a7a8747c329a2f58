import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as uuid } from 'uuid'
import type { Clock } from '#clock.ts'
import type { Queryable } from '#db/database.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { isErasedAddress } from './erased-address.ts'

export type Message = { to: string; subject: string; text: string; replyTo?: string }

export type Mail = {
  /** Puts a message into the outbox with the rows it follows from; it is delivered after the commit, with retries. */
  send(tx: Queryable, message: Message): Promise<void>
  /** Delivers a message now and keeps it nowhere: for a secret, from inside a job. Throws when it cannot. */
  deliver(message: Message): Promise<void>
}

type Written = Message & { messageId: string; date: string }

type Options = { smtpUrl: string | null; from: string; outboxFolder: string }

/** E-mail over SMTP, or as .eml files in `outboxFolder`, each whole from the start, where no server is configured. */
export function openMail(jobs: Jobs, clock: Clock, { smtpUrl, from, outboxFolder }: Options): Mail {
  const smtp = smtpUrl ? createTransport(smtpUrl, { from }) : null
  const paper = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })

  /** A letter is of the time it was written, however much later it leaves. */
  const written = (message: Message): Written => ({
    ...message,
    messageId: uuid(),
    date: clock.now().toISOString(),
  })

  const deliver = async ({ messageId, ...message }: Written) => {
    const envelope = { ...message, messageId: `<${messageId}@touchline>` }
    if (smtp) {
      await smtp.sendMail(envelope)
      return
    }
    const letter = await paper.sendMail(envelope)
    await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
    const half = join(outboxFolder, `${messageId}.part`)
    await writeFile(half, letter.message, { mode: 0o600 })
    await rename(half, join(outboxFolder, `${messageId}.eml`))
  }

  // The queue holds exactly what `send` below wrote.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  jobs.work('mail', (data) => deliver(data as Written))

  return {
    send: async (tx, message) => {
      if (!isErasedAddress(message.to)) await jobs.enqueue(tx, 'mail', written(message))
    },
    deliver: (message) => deliver(written(message)),
  }
}
