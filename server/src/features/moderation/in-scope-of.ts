import { and, eq, exists, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { accessDenied } from '#errors.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { type CaseRow, moderationCases } from './schema.ts'

const byMember = sql`(select 1 from ${people} where ${people.id} = ${moderationCases.accusedId} and ${people.role} = 'subscriber')`

/** The cases that `viewer` may see and decide: an admin all, a moderator comments and messages of members. */
export const inScopeOf = ({ role }: Pick<Viewer, 'role'>): SQL | undefined =>
  role === 'admin'
    ? undefined
    : and(ne(moderationCases.kind, 'post'), or(isNull(moderationCases.accusedId), exists(byMember)))

/** Throws 403 when the case is about the creator, the staff or the viewer themself, and the viewer is a moderator. */
export async function refuseOutOfScope(
  tx: Transaction,
  viewer: Pick<Viewer, 'role'>,
  { id }: Pick<CaseRow, 'id'>,
): Promise<void> {
  const [found] = await tx
    .select({ id: moderationCases.id })
    .from(moderationCases)
    .where(and(eq(moderationCases.id, id), inScopeOf(viewer)))
  if (!found) throw accessDenied('An admin has to decide about the creator and the staff.')
}
