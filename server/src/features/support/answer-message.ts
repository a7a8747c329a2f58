import { eq } from 'drizzle-orm'
import { v7 as uuid, validate } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { supportAnswer } from './emails.ts'
import { contactAnswers, contactMessages } from './schema.ts'

type Answer = { adminId: string; messageId: string; text: string; clientId: string }

async function lockMessage(tx: Transaction, id: string) {
  const [found] = validate(id)
    ? await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update')
    : []
  if (!found) throw notFound('Message')
  const [member] = await tx.select({ id: people.id }).from(people).where(eq(people.email, found.email))
  return { ...found, about: { subject: found.id, ...(member ? { personId: member.id } : {}) } }
}

/** Throws 409 unless this exact answer was already sent under its `clientId`. */
async function throwUnlessSame(
  tx: Transaction,
  { messageId, text, clientId }: Omit<Answer, 'adminId'>,
): Promise<void> {
  const [sent] = await tx.select().from(contactAnswers).where(eq(contactAnswers.clientId, clientId))
  if (sent?.messageId !== messageId || sent.text !== text)
    throw conflict('Another answer was sent from this page already. Please load it again.')
}

/** Emails the answer and closes the message. Throws 409 for another answer under the same `clientId`, 404. */
export async function answerMessage(
  { db, clock, mail, site }: Pick<Services, 'db' | 'clock' | 'mail' | 'site'>,
  { adminId, messageId, text, clientId }: Answer,
): Promise<void> {
  const at = clock.now()
  await db.transaction(async (tx) => {
    const { name, email, about, ...original } = await lockMessage(tx, messageId)
    const added = await tx
      .insert(contactAnswers)
      .values({
        id: uuid({ msecs: at.getTime() }),
        messageId,
        authorId: adminId,
        clientId,
        text,
        createdAt: at,
      })
      .onConflictDoNothing({ target: contactAnswers.clientId })
      .returning({ id: contactAnswers.id })
    if (added.length === 0) return throwUnlessSame(tx, { messageId, text, clientId })
    await tx.update(contactMessages).set({ isOpen: false }).where(eq(contactMessages.id, messageId))
    const { name: siteName, supportEmail } = site.settings
    const reply = supportAnswer({ email, firstName: name }, text, original, siteName)
    await mail.enqueue(tx, { ...reply, ...(supportEmail ? { replyTo: supportEmail } : {}) })
    await recordAct(tx, { actorId: adminId, action: 'support_answered', ...about, at })
  })
}

/** Closes a message without an answer, or reopens it. Idempotent. Returns 404 for an unknown message. */
export async function setMessageState(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { adminId, messageId, isOpen }: { adminId: string; messageId: string; isOpen: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isOpen: wasOpen, about } = await lockMessage(tx, messageId)
    if (wasOpen === isOpen) return
    await tx.update(contactMessages).set({ isOpen }).where(eq(contactMessages.id, messageId))
    const action = isOpen ? 'support_reopened' : 'support_closed'
    await recordAct(tx, { actorId: adminId, action, ...about, at: clock.now() })
  })
}
