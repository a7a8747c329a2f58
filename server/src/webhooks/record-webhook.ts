import type { WebhookEvent } from '@touchline/contract/webhooks.ts'
import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { type WebhookData, webhookDeliveries, webhookEndpoints } from './schema.ts'

type Parts = Record<'eventId' | 'personId' | 'data' | 'happenedAt', SQL>

/**
 * Inserts a delivery for every endpoint that wants the event. `from` and `where` select the rows that become events.
 */
export const webhookRecorded = (
  type: WebhookEvent,
  { eventId, personId, data, happenedAt, from, where = sql`true` }: Parts & { from?: SQL; where?: SQL },
): SQL => sql`
  insert into ${webhookDeliveries} (endpoint_id, event_id, type, person_id, data, happened_at, next_attempt_at)
  select endpoints.id, ${eventId}, ${sql.raw(`'${type}'`)}, ${personId}, ${data}, ${happenedAt}, ${happenedAt}
  from ${webhookEndpoints} endpoints ${from ? sql`cross join ${from}` : sql``}
  where endpoints.state = 'on' and ${sql.raw(`'${type}'`)} = any(endpoints.events) and ${where}
  returning event_id`

type Event = { personId: string | null; data: WebhookData; happenedAt: Date }

/** Records an event for the webhooks in the transaction that causes it. It is sent within a minute. */
export async function recordWebhook(
  tx: Queryable,
  type: WebhookEvent,
  { personId, data, happenedAt }: Event,
): Promise<void> {
  await tx.execute(
    webhookRecorded(type, {
      eventId: sql`${uuid()}::uuid`,
      personId: sql`${personId}::uuid`,
      data: sql`${JSON.stringify(data)}::jsonb`,
      happenedAt: sql`${happenedAt.toISOString()}::timestamptz`,
    }),
  )
}
