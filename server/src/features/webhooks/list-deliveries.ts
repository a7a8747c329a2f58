import type { WebhookDelivery } from '@touchline/contract/webhooks.ts'
import { and, desc, eq, lt } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { webhookDeliveries, type WebhookDeliveryRow, webhookEndpoints } from '#webhooks/schema.ts'

const pageSize = 20

export const toDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  type: row.type,
  state: row.state,
  happenedAt: row.happenedAt.toISOString(),
  attempts: row.attempts,
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
  responseStatus: row.responseStatus,
  problem: row.problem,
})

type Filter = { before?: string | undefined; state?: WebhookDelivery['state'] | undefined }

/** Returns one page of the deliveries of a webhook, newest event first. */
export async function listDeliveries(
  db: Queryable,
  endpointId: string,
  { before, state }: Filter,
): Promise<{ deliveries: WebhookDelivery[]; hasMore: boolean }> {
  const [endpoint] = isUuid(endpointId)
    ? await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId))
    : []
  if (!endpoint) throw notFound('Webhook')
  const [last] =
    before && isUuid(before)
      ? await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, before))
      : []
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        last ? lt(webhookDeliveries.eventId, last.eventId) : undefined,
        state ? eq(webhookDeliveries.state, state) : undefined,
      ),
    )
    .orderBy(desc(webhookDeliveries.eventId))
    .limit(pageSize + 1)
  return { deliveries: rows.slice(0, pageSize).map(toDelivery), hasMore: rows.length > pageSize }
}
