import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { forEachInTurn } from '#jobs/for-each.ts'
import type { Services } from '#services.ts'
import { countLabel, pageOf } from './emails.ts'
import { type Notice, loadNotices } from './notices.ts'
import { notifications, pushSubscriptions } from './schema.ts'
import { settingsOf } from './settings.ts'
import { lockNotifications, quietEnd } from './timing.ts'

const hourMs = 60 * 60_000

/** After this number of push messages in an hour, further notices wait and are combined. */
const maxPushesPerHour = 10

/** The payload of a push message. A newer message with the same `tag` replaces it. */
export type PushMessage = { title: string; body: string; path: string; tag: string }

/** Sends one per person and kind even when much happened. Tries everyone and then rejects if some failed. */
export const pushNotices = (services: Pick<Services, 'db' | 'clock' | 'jobs' | 'site'>): Promise<void> =>
  forEachInTurn(recipientsDue(services), ({ id }) =>
    services.db.transaction((tx) => pushToPerson(services, tx, id)),
  )

const recipientsDue = ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  rowsById((after, limit) =>
    db
      .selectDistinct({ id: sql<string>`${notifications.personId}` })
      .from(notifications)
      .where(and(lte(notifications.pushDueAt, clock.now()), gt(notifications.personId, after)))
      .orderBy(asc(notifications.personId))
      .limit(limit),
  )

/** Returns the end of quiet hours, or when the next push message after a flood may go out; null if at once. */
async function findPostponement(tx: Transaction, personId: string, now: Date): Promise<Date | null> {
  const quietUntil = quietEnd(await settingsOf(tx, personId), now)
  if (quietUntil) return quietUntil
  const recent = await tx
    .selectDistinct({ at: notifications.pushedAt, kind: notifications.kind })
    .from(notifications)
    .where(
      and(eq(notifications.personId, personId), gt(notifications.pushedAt, new Date(now.getTime() - hourMs))),
    )
    .orderBy(asc(notifications.pushedAt))
  const first = recent[0]?.at
  return first && recent.length >= maxPushesPerHour ? new Date(first.getTime() + hourMs) : null
}

async function pushToPerson(
  { jobs, site, clock }: Pick<Services, 'jobs' | 'site' | 'clock'>,
  tx: Transaction,
  personId: string,
): Promise<void> {
  await lockNotifications(tx, personId)
  const due = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.personId, personId), lte(notifications.pushDueAt, clock.now())))
    .orderBy(asc(notifications.happenedAt), asc(notifications.id))
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const waitUntil = await findPostponement(tx, personId, clock.now())
  if (waitUntil) {
    await tx.update(notifications).set({ pushDueAt: waitUntil }).where(inArray(notifications.id, ids))
    return
  }
  const browsers = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.personId, personId), isNull(pushSubscriptions.goneAt)))
  const notices = browsers.length > 0 ? await loadNotices(tx, due) : new Map<string, Notice>()
  const messages = toMessages(
    due.flatMap(({ id }) => notices.get(id) ?? []),
    site.settings.name,
  )
  for (const { id: subscriptionId } of browsers)
    for (const { kind, message, named } of messages)
      await jobs.enqueue(tx, 'push', { subscriptionId, kind, message, named })
  await tx
    .update(notifications)
    .set({ pushDueAt: null, pushedAt: messages.length > 0 ? clock.now() : null })
    .where(inArray(notifications.id, ids))
}

function toMessages(notices: Notice[], title: string) {
  return [...Map.groupBy(notices, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const [first] = ofKind
    const message: PushMessage =
      first && ofKind.length === 1
        ? { title, body: first.sentence, path: first.path, tag: `${kind}:${first.subjectId}` }
        : { title, body: countLabel(kind, ofKind.length), path: pageOf(kind), tag: kind }
    // A message about several notices only counts them and names no one.
    const named = ofKind.length === 1 && first?.named ? [first.named.personId] : []
    return { kind, message, named }
  })
}
