import { eq } from 'drizzle-orm'
import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import { routes } from './routes.ts'
import { silences as table } from './schema.ts'

export const silences: Feature = {
  routes,
  erase: [
    {
      table: 'silences',
      fate: 'deleted',
      holds: 'until when they could not comment, and why',
      whose: by('person_id'),
    },
  ],
  export: {
    profile: async ({ db }, { id }) => ({
      silences: await db
        .select({
          from: table.startedAt,
          until: table.until,
          reason: table.reason,
          endedEarlyAt: table.endedAt,
        })
        .from(table)
        .where(eq(table.personId, id))
        .orderBy(table.startedAt),
    }),
  },
}
