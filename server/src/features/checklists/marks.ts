import type { ChecklistMark } from '@touchline/contract/checklists.ts'
import { isNull } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Services } from '#services.ts'
import { checklistMarks } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock'>

/** Records a mark once. Without a person it concerns the club. */
export async function addMark(
  { db, clock }: Deps,
  personId: string | null,
  mark: ChecklistMark,
): Promise<void> {
  await db
    .insert(checklistMarks)
    .values({ id: uuid(), personId, mark, at: clock.now() })
    .onConflictDoNothing()
}

/** Hides the checklist of the club from all admins, or shows it again. */
export async function dismissSiteChecklist(deps: Deps, isDismissed: boolean): Promise<void> {
  if (isDismissed) await addMark(deps, null, 'dismissed')
  else await deps.db.delete(checklistMarks).where(isNull(checklistMarks.personId))
}
