import { and, eq, gt, or } from 'drizzle-orm'
import { rowsById } from '#db/rows-by-id.ts'
import { people } from '#features/people/schema.ts'
import { nameColumns, shownName } from '#features/people/shown-name.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { tips } from './schema.ts'

/** Tips sent and received. The other person appears by name only. */
export async function* exportTips({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const isSender = eq(tips.fromPersonId, viewer.id)
  const isReceiver = eq(tips.toPersonId, viewer.id)
  const otherSide = or(
    and(isSender, eq(people.id, tips.toPersonId)),
    and(isReceiver, eq(people.id, tips.fromPersonId)),
  )
  const tipRows = rowsById((after, limit) =>
    db
      .select({
        id: tips.id,
        fromPersonId: tips.fromPersonId,
        other: nameColumns,
        amountCents: tips.amountCents,
        message: tips.message,
        status: tips.status,
        isAcknowledged: tips.isAcknowledged,
        createdAt: tips.createdAt,
        completedAt: tips.completedAt,
      })
      .from(tips)
      .innerJoin(people, otherSide)
      .where(and(or(isSender, isReceiver), gt(tips.id, after)))
      .orderBy(tips.id)
      .limit(limit),
  )
  for await (const { fromPersonId, other, ...tip } of tipRows)
    yield { ...tip, [fromPersonId === viewer.id ? 'to' : 'from']: shownName(other) }
}
