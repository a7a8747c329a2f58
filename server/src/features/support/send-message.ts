import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { messageForSupport } from './emails.ts'
import { contactMessages } from './schema.ts'

type ContactMessage = { name: string; email: string; message: string }

const adminAddresses = async (db: Queryable) => {
  const admins = await db
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.role, 'admin'), eq(people.isBlocked, false)))
  return admins.map(({ email }) => email)
}

/** Saves a contact message and emails it to the support mailbox, or to all admins without one, in one transaction. */
export async function sendSupportMessage(
  { db, clock, mail }: Pick<Services, 'db' | 'clock' | 'mail'>,
  message: ContactMessage,
  mailbox: string | null,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(contactMessages)
      .values({ ...message, id: uuid({ msecs: now.getTime() }), createdAt: now })
    for (const to of mailbox === null ? await adminAddresses(tx) : [mailbox])
      await mail.enqueue(tx, messageForSupport(to, message))
  })
}
