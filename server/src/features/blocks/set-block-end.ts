import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { blocks } from './schema.ts'

/** Lets a block that holds end at another time, with null not by itself. */
export async function setBlockEnd(db: Queryable, blockId: string, until: Date | null): Promise<void> {
  await db
    .update(blocks)
    .set({ until })
    .where(and(eq(blocks.id, blockId), isNull(blocks.endedAt)))
}
