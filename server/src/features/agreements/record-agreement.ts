import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import type { agreements } from './schema.ts'

type Agreed = Pick<typeof agreements.$inferInsert, 'personId' | 'screen' | 'agreedAt'>

/** Records that a person agreed to the versions of the texts in force at `agreedAt`. */
export async function recordAgreement(db: Queryable, { personId, screen, agreedAt }: Agreed): Promise<void> {
  const at = sql`${agreedAt.toISOString()}::timestamptz`
  await db.execute(sql`
    insert into agreements (id, person_id, text_name, text_version, screen, agreed_at)
    select gen_random_uuid(), ${personId}, name,
      coalesce(max(version) filter (where since <= ${at}), min(version)), ${screen}, ${at}
    from text_versions group by name`)
}
