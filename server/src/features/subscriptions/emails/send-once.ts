import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import type { Email, Recipient } from '#mail/email.ts'
import { billingEmails } from '../schema.ts'

/** An email that is sent once per `key`, such as `payment_failed:{invoice}`. */
export type BillingEmail = { key: string; compose: (reader: Recipient) => Email }

export async function sendOnce(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'mail'>,
  personId: string,
  emails: BillingEmail[],
): Promise<void> {
  if (emails.length === 0) return
  const [person] = await tx
    .select({ email: people.email, firstName: people.firstName })
    .from(people)
    .where(eq(people.id, personId))
  if (!person) return
  const reader = { email: person.email, firstName: person.firstName ?? 'there' }
  for (const { key, compose } of emails)
    if (await claimEmail(tx, services, personId, key)) await services.mail.enqueue(tx, compose(reader))
}

/** Claims the key of an email for this transaction; false if it was claimed before. */
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
