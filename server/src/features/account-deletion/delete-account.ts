import { and, eq, exists, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { deletionReminder } from './emails.ts'
import { departures } from '#features/people/deletion-schema.ts'

const remindBeforeMs = 2 * 24 * 60 * 60_000

/** Runs hourly: expires requests, ends billing that still runs, sends reminders and enqueues due erasures. */
export async function deleteDueAccounts(
  services: Pick<Services, 'db' | 'clock' | 'jobs' | 'mail' | 'address'>,
): Promise<void> {
  const { db, clock, jobs } = services
  const now = clock.now()
  await db
    .update(departures)
    .set({ state: 'lapsed', endedAt: now, message: null, confirmTokenHash: null })
    .where(and(eq(departures.state, 'requested'), lte(departures.confirmBy, now)))
  const isConfirmed = eq(departures.state, 'confirmed')
  // A member can resume a canceled subscription in Stripe's billing portal.
  const stillBilled = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.personId, departures.personId),
        isNull(memberships.endedAt),
        isNull(memberships.cancelAt),
      ),
    )
  const billed = await db
    .select({ id: departures.id })
    .from(departures)
    .where(and(isConfirmed, or(isNull(departures.billingEndedAt), exists(stillBilled))))
  for (const { id } of billed) await jobs.enqueue(db, 'departure-confirmed', { departureId: id })
  await remind(services, now)
  const due = await db
    .select({ id: departures.id })
    .from(departures)
    .where(
      or(
        eq(departures.state, 'erasing'),
        and(isConfirmed, isNotNull(departures.billingEndedAt), lte(departures.dueAt, now)),
      ),
    )
  for (const { id } of due) await jobs.enqueue(db, 'erase-person', { departureId: id })
}

async function remind({ db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>, now: Date) {
  await db.transaction(async (tx) => {
    const near = await tx
      .update(departures)
      .set({ remindedAt: now })
      .where(
        and(
          eq(departures.state, 'confirmed'),
          isNull(departures.remindedAt),
          isNotNull(departures.billingEndedAt),
          lte(departures.dueAt, new Date(now.getTime() + remindBeforeMs)),
          sql`${departures.dueAt} > ${now.toISOString()}::timestamptz`,
          sql`not exists (select from people where people.id = ${departures.personId} and people.is_blocked)`,
        ),
      )
      .returning({ personId: departures.personId, dueAt: departures.dueAt })
    for (const { personId, dueAt } of near) {
      const [person] = await tx.select().from(people).where(eq(people.id, personId))
      if (person && dueAt) await mail.enqueue(tx, deletionReminder(person, dueAt, address.url))
    }
  })
}
