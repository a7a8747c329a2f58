import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { site } from '@touchline/content/site.ts'
import { lockUntilCommit, type Transaction } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { forEachInTurn } from '#jobs/for-each.ts'
import type { Services } from '#services.ts'
import { countLabel, pageOf } from './emails.ts'
import { type Notice, loadNotices } from './notices.ts'
import { notifications, pushSubscriptions } from './schema.ts'
/** The payload of a push message. A newer message with the same `tag` replaces it. */
export type PushMessage = { title: string; body: string; path: string; tag: string }

/** Sends one per person and kind even when much happened. Tries everyone and then rejects if some failed. */
export const pushNotices = (services: Pick<Services, 'db' | 'jobs'>): Promise<void> =>
  forEachInTurn(recipientsDue(services), ({ id }) =>
    services.db.transaction((tx) => pushToPerson(services, tx, id)),
  )

const recipientsDue = ({ db }: Pick<Services, 'db'>) =>
  rowsById((after, limit) =>
    db
      .selectDistinct({ id: notifications.personId })
      .from(notifications)
      .where(and(eq(notifications.isPushDue, true), gt(notifications.personId, after)))
      .orderBy(asc(notifications.personId))
      .limit(limit),
  )

async function pushToPerson(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Transaction,
  personId: string,
): Promise<void> {
  await lockUntilCommit(tx, `notices:${personId}`)
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), eq(notifications.isPushDue, true)))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  if (due.length === 0) return
  const browsers = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.personId, personId))
  const messages = browsers.length > 0 ? toMessages(await loadNotices(tx, due)) : []
  for (const { id: subscriptionId } of browsers)
    for (const { kind, message, named } of messages)
      await jobs.enqueue(tx, 'push', { subscriptionId, kind, message, named })
  const ids = due.map(({ id }) => id)
  await tx.update(notifications).set({ isPushDue: false }).where(inArray(notifications.id, ids))
}

function toMessages(notices: Notice[]) {
  return [...Map.groupBy(notices, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const [first] = ofKind
    const message: PushMessage =
      first && ofKind.length === 1
        ? { title: site.name, body: first.sentence, path: first.path, tag: `${kind}:${first.subjectId}` }
        : { title: site.name, body: countLabel(kind, ofKind.length), path: pageOf(kind), tag: kind }
    // A message about several notices only counts them and names no one.
    const named = ofKind.length === 1 && first?.named ? [first.named.personId] : []
    return { kind, message, named }
  })
}
