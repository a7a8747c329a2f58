import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { closeBlock } from './close-block.ts'
import { blocks } from './schema.ts'

/** Ends each block once, even in several processes. Tries all, then rejects if one failed. Returns how many ended. */
export async function endDueBlocks(
  services: Pick<Services, 'db' | 'clock' | 'live' | 'mail' | 'address' | 'log'>,
): Promise<number> {
  const { db, clock, log } = services
  const due = await db
    .select({ id: blocks.id, personId: blocks.personId })
    .from(blocks)
    .where(and(isNull(blocks.endedAt), lte(blocks.until, clock.now())))
  let ended = 0
  const failures: unknown[] = []
  for (const block of due) {
    try {
      if (await db.transaction((tx) => endIfDue(services, tx, block))) ended += 1
    } catch (error) {
      log.error({ err: error, blockId: block.id }, 'ending an expired block failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return ended
}

async function endIfDue(
  services: Pick<Services, 'clock' | 'live' | 'mail' | 'address'>,
  tx: Transaction,
  { id, personId }: { id: string; personId: string },
) {
  // Lock the person first, in the same order as blocking and unblocking.
  const [person] = await tx.select().from(people).where(eq(people.id, personId)).for('no key update')
  const [open] = await tx
    .select({ id: blocks.id })
    .from(blocks)
    .where(and(eq(blocks.id, id), isNull(blocks.endedAt)))
  if (!person || !open) return false
  await closeBlock(tx, services, person, null)
  await recordAct(tx, {
    actorId: null,
    action: 'block_ended',
    personId,
    subject: id,
    at: services.clock.now(),
  })
  return true
}
