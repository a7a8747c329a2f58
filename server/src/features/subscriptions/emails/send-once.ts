import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { recordEvent } from '#events/record-event.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import type { Email, Recipient } from '#mail/email.ts'
import { billingEmails } from '../schema.ts'

/** The billing emails that the bell lists too. */
export type PaymentNotice =
  | 'paid'
  | 'being_verified'
  | 'action_required'
  | 'payment_failed'
  | 'card_expires'
  | 'refund'
  | 'late'
  | 'late_by_hand'
  | 'given_back'
  | 'contested'
  | 'restored'
  | 'ended'

/** An email that is sent once per `key`, such as `payment_failed:{invoice}`, with a notice if one is named. */
export type BillingEmail = { key: string; compose: (reader: Recipient) => Email; notice?: PaymentNotice }

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
  for (const { key, compose, notice } of emails) {
    if (!(await claimEmail(tx, services, personId, key))) continue
    await services.mail.enqueue(tx, compose(reader))
    const happenedAt = services.clock.now()
    if (notice)
      await recordEvent(tx, { kind: 'payment', subjectId: uuid(), happenedAt, personId, detail: notice })
  }
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
