import { and, eq, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { people } from '#features/people/schema.ts'
import { claimed, isStillClaimed } from '#jobs/attempts.ts'
import type { Services } from '#services.ts'
import { webhookDeliveries, type WebhookDeliveryRow, webhookEndpoints } from '#webhooks/schema.ts'
import { webhookDisabled } from './emails.ts'
import { type PostOutcome, postWebhook } from './post-webhook.ts'

export type ForDelivery = Pick<
  Services,
  'address' | 'clock' | 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secret' | 'site'
>
type Endpoint = typeof webhookEndpoints.$inferSelect

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Minutes to wait after each failed attempt. After the last one the delivery fails. */
const pauses = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60, 24 * 60, 24 * 60]

/** A webhook that failed for so long without a success is switched off. */
const disableAfterMs = 5 * dayMs

/** How long a claimed delivery is reserved: longer than a request may take. */
const claimMs = 2 * minuteMs

/** A run ends after this time and continues as a new job, so that other webhooks get their turn. */
const maxRunMs = 45_000

const lanes = 10

/** Enqueues a job for every webhook with due deliveries. Per webhook at most one runs, in any process. */
export async function enqueueDueWebhooks({ db, clock, jobs }: ForDelivery): Promise<void> {
  const due = await db
    .selectDistinct({ endpointId: webhookDeliveries.endpointId })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(and(eq(webhookEndpoints.state, 'on'), isDue(clock.now())))
  if (due.length > 0) await jobs.enqueueAll(db, 'send-webhooks', due)
}

/** Sends what is due for one webhook. Ends early when the receiver is unreachable, to try again a minute later. */
export async function sendDueWebhooks(services: ForDelivery, endpointId: string): Promise<void> {
  const startedAt = performance.now()
  let isReachable = true
  let isOutOfTime = false
  const lane = async () => {
    while (isReachable && !isOutOfTime) {
      const delivery = await claimNext(services, endpointId)
      if (!delivery) return
      if (!(await attempt(services, delivery))) isReachable = false
      isOutOfTime = performance.now() - startedAt > maxRunMs
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (isReachable && isOutOfTime) await services.jobs.enqueue(services.db, 'send-webhooks', { endpointId })
}

const isDue = (now: Date) =>
  and(eq(webhookDeliveries.state, 'waiting'), lte(webhookDeliveries.nextAttemptAt, now))

const claimedUntil = (now: Date) => ({
  ...claimed(webhookDeliveries),
  nextAttemptAt: new Date(now.getTime() + claimMs),
  lastAttemptAt: now,
  problem: null,
  responseStatus: null,
})

/** Claims the oldest due delivery, skipping people with an earlier one that still waits. */
async function claimNext({ db, clock }: ForDelivery, endpointId: string): Promise<WebhookDeliveryRow | null> {
  const now = clock.now()
  const next = sql`(
    select d.id from ${webhookDeliveries} d
    join ${webhookEndpoints} e on e.id = d.endpoint_id and e.state = 'on'
    where d.endpoint_id = ${endpointId} and d.state = 'waiting' and d.next_attempt_at <= ${now.toISOString()}
      and not exists (
        select from ${webhookDeliveries} earlier
        where earlier.endpoint_id = d.endpoint_id and earlier.person_id = d.person_id
          and earlier.state = 'waiting' and earlier.event_id < d.event_id)
    order by d.event_id limit 1 for update of d skip locked)`
  const [delivery] = await db
    .update(webhookDeliveries)
    .set(claimedUntil(now))
    .where(eq(webhookDeliveries.id, next))
    .returning()
  return delivery ?? null
}

/** Returns false when the receiver is unreachable, so that the others need not be tried now. */
async function attempt(services: ForDelivery, delivery: WebhookDeliveryRow): Promise<boolean> {
  const [found] = await services.db
    .select({ endpoint: webhookEndpoints, email: people.email, erasedAt: people.erasedAt })
    .from(webhookEndpoints)
    .leftJoin(people, eq(people.id, sql`${delivery.personId}::uuid`))
    .where(eq(webhookEndpoints.id, delivery.endpointId))
  if (!found) return false
  const { endpoint, erasedAt } = found
  const isAboutMember = delivery.type !== 'post.published' && !erasedAt
  const email = endpoint.includesEmail && isAboutMember ? found.email : null
  const outcome = await postWebhook(services, endpoint, { ...delivery, email })
  await services.db.transaction((tx) => recordOutcome(services, tx, { endpoint, delivery, outcome }))
  const { status } = outcome
  return status !== null && status < 500 && status !== 429
}

type Outcome = { endpoint: Endpoint; delivery: WebhookDeliveryRow; outcome: PostOutcome }

async function recordOutcome(
  services: ForDelivery,
  tx: Transaction,
  { endpoint, delivery, outcome: { status, problem } }: Outcome,
): Promise<void> {
  const { attempts } = delivery
  const now = services.clock.now()
  const pauseMs = (pauses[attempts - 1] ?? 0) * minuteMs
  const failed = {
    state: attempts > pauses.length ? ('failed' as const) : ('waiting' as const),
    nextAttemptAt: new Date(now.getTime() + pauseMs),
  }
  await tx
    .update(webhookDeliveries)
    .set({ responseStatus: status, problem, ...(problem === null ? { state: 'delivered' } : failed) })
    .where(isStillClaimed(webhookDeliveries, delivery))
  if (problem === null) return endFailing(tx, endpoint, now)
  const failingSince = endpoint.failingSince ?? now
  if (!endpoint.failingSince)
    await tx
      .update(webhookEndpoints)
      .set({
        failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()}::timestamptz)`,
      })
      .where(eq(webhookEndpoints.id, endpoint.id))
  // 410: the receiver says that it is gone for good.
  if (status === 410 || now.getTime() - failingSince.getTime() >= disableAfterMs)
    await disable(services, tx, endpoint, problem)
}

/** After an outage the deliveries that wait for their next attempt are due at once. */
async function endFailing(tx: Transaction, { id }: Endpoint, now: Date): Promise<void> {
  const recovered = await tx
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), isNotNull(webhookEndpoints.failingSince)))
    .returning({ id: webhookEndpoints.id })
  if (recovered.length === 0) return
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(webhookDeliveries.endpointId, id),
        eq(webhookDeliveries.state, 'waiting'),
        // A delivery that is claimed has no problem yet.
        isNotNull(webhookDeliveries.problem),
      ),
    )
}

/** Switches a webhook off and emails the admins, once. */
async function disable(
  { address, clock, log, mail }: ForDelivery,
  tx: Transaction,
  { id, url }: Endpoint,
  problem: string,
): Promise<void> {
  const changed = await tx
    .update(webhookEndpoints)
    .set({ state: 'disabled' })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.state, 'on')))
    .returning({ id: webhookEndpoints.id })
  if (changed.length === 0) return
  const { host } = new URL(url)
  log.error({ alert: 'webhook-disabled', webhookId: id }, 'a webhook failed for days and was switched off')
  await recordAct(tx, { actorId: null, action: 'webhook_switched_off', subject: host, at: clock.now() })
  const admins = await tx
    .select({ id: people.id, email: people.email, firstName: people.firstName })
    .from(people)
    .where(and(eq(people.role, 'admin'), eq(people.isBlocked, false)))
  for (const admin of admins)
    await mail.enqueue(tx, webhookDisabled(admin, host, problem, `${address.url}/admin/programs`))
}

/** Sends the event `test` now, once, whether the webhook is on or off. Returns the saved delivery. */
export async function sendTestWebhook(
  services: Pick<ForDelivery, 'clock' | 'config' | 'db' | 'secret'>,
  endpointId: string,
): Promise<WebhookDeliveryRow> {
  const { db, clock } = services
  const [endpoint] = isUuid(endpointId)
    ? await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId))
    : []
  if (!endpoint) throw notFound('Webhook')
  const now = clock.now()
  const test = { eventId: uuid(), type: 'test' as const, happenedAt: now, data: {} }
  const { status, problem } = await postWebhook(services, endpoint, { ...test, personId: null, email: null })
  const [saved] = await db
    .insert(webhookDeliveries)
    .values({
      ...test,
      endpointId,
      attempts: 1,
      state: problem === null ? 'delivered' : 'failed',
      nextAttemptAt: now,
      lastAttemptAt: now,
      responseStatus: status,
      problem,
    })
    .returning()
  return saved!
}

/** Makes a delivery due again, for one attempt more. One that is being sent is left alone. */
export async function replayDelivery(
  { db, clock }: Pick<ForDelivery, 'db' | 'clock'>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw notFound('Delivery')
  const now = clock.now()
  const [known] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  if (!known) throw notFound('Delivery')
  await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', nextAttemptAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        or(ne(webhookDeliveries.state, 'waiting'), isNotNull(webhookDeliveries.problem)),
      ),
    )
}

const retentionMs = 30 * dayMs

/** Deletes deliveries that were last due a month ago. */
export async function deleteOldDeliveries({ db, clock }: Pick<ForDelivery, 'db' | 'clock'>): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(lt(webhookDeliveries.nextAttemptAt, new Date(clock.now().getTime() - retentionMs)))
}
