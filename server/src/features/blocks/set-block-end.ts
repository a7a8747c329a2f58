import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { blocks } from './schema.ts'

/** Changes when an active block expires; null makes it permanent. */
export async function setBlockEnd(db: Queryable, blockId: string, until: Date | null): Promise<void> {
  await db
    .update(blocks)
    .set({ until })
    .where(and(eq(blocks.id, blockId), isNull(blocks.endedAt)))
}
