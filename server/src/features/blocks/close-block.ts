import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people, type Person } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { suspensionEnded } from './emails.ts'
import { blocks } from './schema.ts'

/** The person's row must be locked. Returns null when no block was recorded. `endedById` is null at its expiry. */
export async function closeBlock(
  tx: Transaction,
  { clock, mail, live, address }: Pick<Services, 'clock' | 'mail' | 'live' | 'address'>,
  person: Pick<Person, 'id' | 'email' | 'firstName'>,
  endedById: string | null,
): Promise<string | null> {
  const [ended] = await tx
    .update(blocks)
    .set({ endedAt: clock.now(), endedById })
    .where(and(eq(blocks.personId, person.id), isNull(blocks.endedAt)))
    .returning({ id: blocks.id })
  await tx.update(people).set({ isBlocked: false }).where(eq(people.id, person.id))
  await mail.enqueue(tx, suspensionEnded(person, address.url))
  await live.accessChanged(tx, person.id)
  return ended?.id ?? null
}
