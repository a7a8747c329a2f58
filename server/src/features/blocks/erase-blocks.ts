import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import { blocks } from './schema.ts'

/** Ends, without a letter, the open block of somebody who is erased: nobody is left whom it would keep out. */
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
