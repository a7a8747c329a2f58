import { v7 as uuid } from 'uuid'
import type { Services } from '#services.ts'
import { messageForSupport } from './letters.ts'
import { contactMessages } from './schema.ts'

type ContactMessage = { name: string; email: string; message: string }

/** Keeps a message to support and mails it to the support mailbox: both or neither. */
export async function leaveMessage(
  { db, clock, mail }: Pick<Services, 'db' | 'clock' | 'mail'>,
  message: ContactMessage,
  mailbox: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(contactMessages)
      .values({ ...message, id: uuid({ msecs: now.getTime() }), createdAt: now })
    await mail.send(tx, messageForSupport(mailbox, message))
  })
}
