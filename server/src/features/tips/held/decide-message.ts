import { and, eq, inArray, lt } from 'drizzle-orm'
import { validate } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { conflict, notFound, Refusal } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { refuseBlocked } from '#features/people/refuse-blocked.ts'
import { people } from '#features/people/schema.ts'
import { refuseSilenced } from '#features/silences/refuse-silenced.ts'
import type { Services } from '#services.ts'
import { daysBefore } from '#time/months.ts'
import { tipMessageRejected } from '../emails.ts'
import { tips } from '../schema.ts'
import { heldTipMessages } from './schema.ts'

type Deciding = { actorId: string; id: string }

/** Deletes the held message of a paid tip and returns it with the tip. Throws 404 without one. */
async function takeMessage(tx: Transaction, id: string) {
  const [found] = validate(id)
    ? await tx
        .select({ held: heldTipMessages, tip: tips })
        .from(heldTipMessages)
        .innerJoin(tips, and(eq(tips.id, heldTipMessages.tipId), eq(tips.status, 'completed')))
        .where(eq(heldTipMessages.tipId, id))
        .for('update')
    : []
  if (!found) throw notFound('Message')
  await tx.delete(heldTipMessages).where(eq(heldTipMessages.tipId, id))
  return found
}

/** Throws 409 while the sender is blocked or silenced. */
async function refuseUnwelcome(tx: Transaction, personId: string, now: Date): Promise<void> {
  try {
    await refuseBlocked(tx, personId)
    await refuseSilenced(tx, { personId, act: 'message', now })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw conflict('Its author is silenced or suspended. You can reject the message.')
  }
}

/**
 * Gives a tip its message; its recipient sees it from then on. Throws 404 when it is decided already, 409 while its
 * sender is blocked or silenced.
 */
export async function approveTipMessage(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { actorId, id }: Deciding,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { held, tip } = await takeMessage(tx, id)
    await refuseUnwelcome(tx, held.personId, clock.now())
    await tx.update(tips).set({ message: held.message }).where(eq(tips.id, id))
    const act = { actorId, action: 'held_message_approved', subject: id, at: clock.now() } as const
    await recordAct(tx, { ...act, personId: held.personId })
    for (const person of [tip.toPersonId, tip.fromPersonId])
      await live.publish(tx, { person }, { type: 'tip_received', tipId: id })
  })
}

/** Deletes the message and emails it to its sender; the tip stays. Throws 404 when it is decided already. */
export async function rejectTipMessage(
  { db, clock, live, mail, address }: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address'>,
  { actorId, id, answer }: Deciding & { answer: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { held } = await takeMessage(tx, id)
    const { personId, message } = held
    const act = { actorId, action: 'held_message_rejected', personId, subject: id, at: clock.now() } as const
    await recordAct(tx, { ...act, ...(answer ? { reason: answer } : {}) })
    const [sender] = await tx.select().from(people).where(eq(people.id, personId))
    if (sender) await mail.enqueue(tx, tipMessageRejected(sender, { message, answer }, address.url))
    await live.publish(tx, { person: personId }, { type: 'tip_received', tipId: id })
  })
}

const failedDays = 30

/** Deletes held messages of tips that failed a month ago. A tip that failed may still be paid for a while. */
export async function deleteFailedMessages({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const failed = db
    .select({ id: tips.id })
    .from(tips)
    .where(and(eq(tips.status, 'failed'), lt(tips.createdAt, daysBefore(clock.now(), failedDays))))
  await db.delete(heldTipMessages).where(inArray(heldTipMessages.tipId, failed))
}
