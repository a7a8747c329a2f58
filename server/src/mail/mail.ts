import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Database, Queryable } from '#db/database.ts'
import type { Address } from '#http/cookies.ts'
import { problemText } from '#jobs/attempts.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { openOutboxFolder, type OutboxFolder } from './outbox-folder.ts'
import { openMailTransport } from './transport.ts'
import { emails } from './schema.ts'
import { recordDelivery } from './email-log.ts'
import { deleteOldEmails, isBulkDue, classifySendError, sendBulk, sendEmail, sendUrgent } from './outbox.ts'
import type { Email } from './email.ts'
import type { MailPool } from '#config/config.ts'
import type { Clock } from '#time/clock.ts'
import { type LoadBrand, loadPlainBrand } from './brand.ts'
import { renderPreview } from './render-html.ts'
import { isErasedAddress } from './erase-emails.ts'

export type Mail = {
  /** Adds emails to the outbox inside `tx`. They are sent after the commit, with retries. */
  enqueue(tx: Queryable, ...messages: Email[]): Promise<void>
  /** Sends secrets from inside a job: only recipient and outcome are stored. Throws when sending fails. */
  sendNow(email: Email, options?: { isRecorded: boolean }): Promise<void>
  /** Sets what emails show around their text. */
  showBrand(load: LoadBrand): void
  /** Renders an email as a page for a browser. */
  preview(email: Email): Promise<string>
  /** Erases a person from the files of the outbox folder. */
  eraseFiles: OutboxFolder['erase']
  close(): void
}

type Around = {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  address: Address
}

type Options = {
  smtpUrl: string | null
  from: string
  pool: MailPool
  outboxFolder: string
}

/** Sends email over SMTP, or writes .eml files to `outboxFolder` when no server is configured. */
export function openMail({ db, jobs, clock, log, address }: Around, options: Options): Mail {
  let loadBrand: LoadBrand = loadPlainBrand
  const around = { ...options, siteUrl: () => address.url, loadBrand: () => loadBrand() }
  const outbox = openOutboxFolder(around)
  const { post, close } = openMailTransport(around, outbox.write)
  const services = { db, clock, log, post }

  jobs.work('mail', async ({ letterId }) => void (await sendEmail(services, String(letterId))))
  jobs.work('bulk-mail', () => sendBulk(services, options.pool), {
    keyOf: () => 'all',
    isLong: true,
  })
  jobs.every('* * * * *', 'send-waiting-letters', async () => {
    if (await isBulkDue(services)) await jobs.enqueue(db, 'bulk-mail', {})
    await sendUrgent(services)
  })
  jobs.every('51 3 * * *', 'forget-letters', () => deleteOldEmails(services))

  return {
    async enqueue(tx, ...messages) {
      const now = clock.now()
      const rows = []
      for (const email of messages) {
        if (isErasedAddress(email.to)) continue
        const personId = email.personId ?? (await accountOf(tx, email.to))
        rows.push({ ...email, id: uuid(), personId, nextTryAt: now, writtenAt: now })
      }
      if (rows.length === 0) return
      await tx.insert(emails).values(rows)
      const urgent = rows.filter(({ declineUrl }) => !declineUrl)
      if (urgent.length < rows.length) await jobs.enqueue(tx, 'bulk-mail', {})
      for (const { id } of urgent) await jobs.enqueue(tx, 'mail', { letterId: id })
    },
    async sendNow(email, { isRecorded } = { isRecorded: true }) {
      const { to, subject } = email
      const personId = email.personId ?? (await accountOf(db, to))
      const record = async (outcome: Parameters<typeof recordDelivery>[1]['outcome']) => {
        if (isRecorded) await recordDelivery(db, { to, subject, personId, at: clock.now(), outcome })
      }
      try {
        await post({ ...email, ...(personId ? { personId } : {}), id: uuid(), writtenAt: clock.now() })
      } catch (error) {
        const state = classifySendError(error) === 'refused' ? 'failed' : 'waiting'
        await record({ state, problem: problemText(error) })
        throw error
      }
      await record({ state: 'sent' })
    },
    showBrand: (load) => (loadBrand = load),
    preview: async (email) => renderPreview(email, { siteUrl: address.url, brand: await loadBrand() }),
    eraseFiles: outbox.erase,
    close,
  }
}

async function accountOf(db: Queryable, email: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from people where email = ${email.toLowerCase()}`,
  )
  return rows[0]?.id ?? null
}
