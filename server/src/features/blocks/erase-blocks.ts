import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { blocks } from './schema.ts'

/** Ends the open block of an erased person without an email. */
export async function eraseBlocks(
  tx: Transaction,
  { clock }: Pick<Services, 'clock'>,
  personId: string,
): Promise<void> {
  await tx
    .update(blocks)
    .set({ endedAt: clock.now() })
    .where(and(eq(blocks.personId, personId), isNull(blocks.endedAt)))
}
