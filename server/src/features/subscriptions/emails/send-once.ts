import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import type { Recipient, Message } from '#mail/message.ts'
import { billingEmails } from '../schema.ts'

/** A letter to be written once in a lifetime: `key` says what it is about, like `payment_failed:{invoice}`. */
export type BillingEmail = { key: string; write: (reader: Recipient) => Message }

type ForOutbox = Pick<Services, 'clock' | 'mail'>

/** Puts letters to one person into the outbox, each once, however often what it is about is heard of. */
export async function sendOnce(
  tx: Transaction,
  services: ForOutbox,
  personId: string,
  letters: BillingEmail[],
): Promise<void> {
  if (letters.length === 0) return
  const [person] = await tx
    .select({ email: people.email, firstName: people.firstName })
    .from(people)
    .where(eq(people.id, personId))
  if (!person) return
  const reader = { email: person.email, firstName: person.firstName ?? 'there' }
  for (const { key, write } of letters)
    if (await claimEmail(tx, services, personId, key)) await services.mail.send(tx, write(reader))
}

/** Claims a letter for whoever writes it in this transaction; false when it was written before. */
export async function claimEmail(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  personId: string,
  key: string,
): Promise<boolean> {
  const claimed = await tx
    .insert(billingEmails)
    .values({ key, personId, writtenAt: clock.now() })
    .onConflictDoNothing()
    .returning({ key: billingEmails.key })
  return claimed.length > 0
}
