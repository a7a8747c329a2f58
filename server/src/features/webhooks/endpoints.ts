import type { Webhook, WebhookForm } from '@touchline/contract/webhooks.ts'
import { count, desc, eq, ne } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { encrypt } from '#crypto/encrypt.ts'
import type { Transaction } from '#db/database.ts'
import { conflict, invalid, notFound } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Services } from '#services.ts'
import { webhookDeliveries, webhookEndpoints } from '#webhooks/schema.ts'
import { newWebhookSecret } from './sign.ts'
import { isWebhookUrl } from './webhook-url.ts'

type ForEndpoints = Pick<Services, 'clock' | 'config' | 'db' | 'secret'>
type Row = typeof webhookEndpoints.$inferSelect

const maxWebhooks = 20

const refuseUrl = () =>
  invalid('This address cannot receive webhooks.', {
    url: 'Use an https address of a public server, without a port, a name or a password in it.',
  })

/** How long deliveries are also signed with the previous secret. */
const overlapMs = 24 * 60 * 60_000

const hostOf = (url: string) => new URL(url).host

/** Returns the signing secret, which is shown this once. */
export async function createWebhook(
  { clock, config, db, secret: siteSecret }: ForEndpoints,
  actorId: string,
  form: WebhookForm,
): Promise<{ id: string; secret: string }> {
  if (!isWebhookUrl(form.url, config)) throw refuseUrl()
  const id = uuid()
  const secret = newWebhookSecret()
  const at = clock.now()
  await db.transaction(async (tx) => {
    await tx.execute('lock table webhook_endpoints in share row exclusive mode')
    const [known] = await tx.select({ count: count() }).from(webhookEndpoints)
    if ((known?.count ?? 0) >= maxWebhooks)
      throw conflict(`There are ${maxWebhooks} webhooks already. Delete one first.`)
    const sealedSecret = encrypt(secret, siteSecret)
    await tx.insert(webhookEndpoints).values({ ...toColumns(form), id, sealedSecret, createdAt: at })
    await recordAct(tx, { actorId, action: 'webhook_created', subject: hostOf(form.url), at })
  })
  return { id, secret }
}

const toColumns = ({ url, events, includesEmail }: WebhookForm) => ({
  url,
  events: [...new Set(events)],
  includesEmail,
})

/** Locks a webhook for a change. Throws 404 for an unknown one. */
async function changeLocked<Result>(
  { db }: Pick<Services, 'db'>,
  id: string,
  change: (tx: Transaction, row: Row) => Promise<Result>,
): Promise<Result> {
  if (!isUuid(id)) throw notFound('Webhook')
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update')
    if (!row) throw notFound('Webhook')
    return change(tx, row)
  })
}

export async function changeWebhook(
  services: ForEndpoints,
  actorId: string,
  id: string,
  form: WebhookForm,
): Promise<void> {
  if (!isWebhookUrl(form.url, services.config)) throw refuseUrl()
  await changeLocked(services, id, async (tx) => {
    await tx.update(webhookEndpoints).set(toColumns(form)).where(eq(webhookEndpoints.id, id))
    const at = services.clock.now()
    await recordAct(tx, { actorId, action: 'webhook_changed', subject: hostOf(form.url), at })
  })
}

/** The previous secret keeps signing for a day, so that a receiver can change over without a gap. */
export async function rotateSecret(
  services: ForEndpoints,
  actorId: string,
  id: string,
): Promise<{ id: string; secret: string }> {
  const secret = newWebhookSecret()
  const at = services.clock.now()
  await changeLocked(services, id, async (tx, { url, sealedSecret }) => {
    await tx
      .update(webhookEndpoints)
      .set({
        sealedSecret: encrypt(secret, services.secret),
        previousSealedSecret: sealedSecret,
        previousSecretUntil: new Date(at.getTime() + overlapMs),
      })
      .where(eq(webhookEndpoints.id, id))
    await recordAct(tx, { actorId, action: 'webhook_secret_rotated', subject: hostOf(url), at })
  })
  return { id, secret }
}

/** Switching on also forgives the failures so far. */
export async function setWebhookState(
  services: ForEndpoints,
  actorId: string,
  id: string,
  isOn: boolean,
): Promise<void> {
  const at = services.clock.now()
  await changeLocked(services, id, async (tx, { url, state }) => {
    const next = isOn ? 'on' : 'off'
    if (state === next) return
    await tx
      .update(webhookEndpoints)
      .set({ state: next, failingSince: null })
      .where(eq(webhookEndpoints.id, id))
    const action = isOn ? 'webhook_switched_on' : 'webhook_switched_off'
    await recordAct(tx, { actorId, action, subject: hostOf(url), at })
  })
}

export async function removeWebhook(services: ForEndpoints, actorId: string, id: string): Promise<void> {
  await changeLocked(services, id, async (tx, { url }) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    const at = services.clock.now()
    await recordAct(tx, { actorId, action: 'webhook_deleted', subject: hostOf(url), at })
  })
}

export async function listWebhooks({ db, clock }: Pick<ForEndpoints, 'db' | 'clock'>): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
  const counts = await db
    .select({ id: webhookDeliveries.endpointId, state: webhookDeliveries.state, count: count() })
    .from(webhookDeliveries)
    .where(ne(webhookDeliveries.state, 'delivered'))
    .groupBy(webhookDeliveries.endpointId, webhookDeliveries.state)
  const countOf = (endpointId: string, wanted: string) =>
    counts.find(({ id, state }) => id === endpointId && state === wanted)?.count ?? 0
  const now = clock.now()
  return rows.map(
    ({ id, url, events, includesEmail, state, createdAt, failingSince, previousSecretUntil }) => ({
      id,
      url,
      events,
      includesEmail,
      state,
      createdAt: createdAt.toISOString(),
      failingSince: failingSince?.toISOString() ?? null,
      previousSecretUntil:
        previousSecretUntil && previousSecretUntil > now ? previousSecretUntil.toISOString() : null,
      waiting: countOf(id, 'waiting'),
      failed: countOf(id, 'failed'),
    }),
  )
}
