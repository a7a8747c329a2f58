import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { ClockSkew } from '#time/clock-skew.ts'
import type { Database } from '#db/database.ts'
import { invalid } from '#errors.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { type Alert, raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { recordForged } from './forged-events.ts'
import { batcher } from '#concurrency/batcher.ts'
import { webhookEvents } from './schema.ts'
import { verifyEvent } from './verify-event.ts'
import type { Clock } from '#time/clock.ts'

/** An event as the provider sent it. `object` says what it is about, never what is true: that is read afresh. */
export type ProviderEvent = { id: string; type: string; object: Record<string, unknown>; sentAt: Date }

/** What a handler says of an event: `ignored` when it is not about this club. Throwing asks for another try. */
export type EventOutcome = void | 'ignored'

/** Events of the provider: kept once each, then handed to the features until they succeed. */
export type Inbox = {
  /** Declares what a type of event leads to; call before the jobs start. Handlers may run twice and in any order. */
  on(types: readonly string[], handler: (event: ProviderEvent) => Promise<EventOutcome>): void
  /** The types of event that lead to something: those to ask the provider for. */
  types(): string[]
  /** Checks the signature and keeps the event. Throws a 400 refusal when it is not genuine. */
  receive(rawBody: Buffer, signature: string | undefined): Promise<void>
  /** Keeps an event that was asked of the provider itself; false when it was here before or leads to nothing. */
  take(event: Stripe.Event): Promise<boolean>
  /**
   * Tries an event that was given up (`webhook-dead`) for another three days, and closes its alert. False for one that
   * was not given up.
   */
  retry(eventId: string): Promise<boolean>
}

type Options = {
  stripe: Stripe
  db: Database
  clock: Clock
  clockWatch: ClockSkew
  jobs: Jobs
  log: FastifyBaseLogger
  /** Read at every event: a secret may be added while the server runs. */
  secrets: readonly string[]
  isLive: boolean
}

/** Genuine, so it comes from our own account: an endpoint of the other mode is pointed at this site. */
const foreignMode = (isLive: boolean): Alert => ({
  kind: 'webhook-mode',
  subject: 'webhooks',
  message: isLive
    ? 'An event of the provider’s test mode arrived at this site, which takes live payments: correct the endpoint.'
    : 'An event about live payments arrived at this site, which takes none: correct the endpoint.',
})

const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000
const queue = 'webhook-event'
const deadKind = 'webhook-dead'

export function openInbox({ stripe, db, clock, clockWatch, jobs, log, secrets, isLive }: Options): Inbox {
  const handlers = new Map<string, ((event: ProviderEvent) => Promise<EventOutcome>)[]>()

  const forged = recordForged({ stripe, db, clock, log })

  const rowOf = (event: Stripe.Event) => {
    const isKnown = handlers.has(event.type)
    return {
      id: event.id,
      type: event.type,
      state: isKnown ? ('received' as const) : ('ignored' as const),
      payload: isKnown ? payloadOf(event) : null,
      sentAt: new Date(event.created * 1000),
      receivedAt: clock.now(),
    }
  }

  /** Keeps these events, each with the job that does its work; says of each whether it is new and leads to something. */
  const keep = batcher(async (events: Stripe.Event[]): Promise<boolean[]> => {
    // In one order: two processes that are sent the same events do not wait for each other in a circle.
    const rows = events.map(rowOf).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const news = await db.transaction(async (tx) => {
      const kept = await tx
        .insert(webhookEvents)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: webhookEvents.id, state: webhookEvents.state })
      const ids = kept.flatMap(({ id, state }) => (state === 'received' ? [id] : []))
      if (ids.length > 0)
        await jobs.enqueueAll(
          tx,
          queue,
          ids.map((eventId) => ({ eventId })),
        )
      return new Set(ids)
    })
    // Of the same event twice in one list only the first is new.
    return events.map(({ id }) => news.delete(id))
  })

  const settle = async (eventId: string) => {
    const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, eventId)).limit(1)
    if (!row || row.state !== 'received') return
    const event = { id: row.id, type: row.type, object: row.payload ?? {}, sentAt: row.sentAt }
    try {
      const outcomes: EventOutcome[] = []
      for (const handler of handlers.get(row.type) ?? []) outcomes.push(await handler(event))
      const isHandled = outcomes.some((outcome) => outcome !== 'ignored')
      await db
        .update(webhookEvents)
        .set({
          state: isHandled ? 'handled' : 'ignored',
          handledAt: isHandled ? clock.now() : null,
          payload: null,
          lastError: null,
          attempts: sql`attempts + 1`,
        })
        .where(eq(webhookEvents.id, eventId))
    } catch (error) {
      await db
        .update(webhookEvents)
        .set({ attempts: sql`attempts + 1`, lastError: String(error).slice(0, 500) })
        .where(eq(webhookEvents.id, eventId))
      throw error
    }
  }

  const takeUpLeftovers = async () => {
    const now = clock.now().getTime()
    await db.transaction(async (tx) => {
      const given = await tx
        .update(webhookEvents)
        .set({ state: 'dead' })
        .where(
          and(
            eq(webhookEvents.state, 'received'),
            lt(webhookEvents.receivedAt, new Date(now - giveUpAfterMs)),
          ),
        )
        .returning({ id: webhookEvents.id, type: webhookEvents.type })
      for (const { id, type } of given)
        await raiseAlert(
          tx,
          { clock, log },
          {
            kind: deadKind,
            subject: id,
            message: `An event (${type}) could not be handled for three days.`,
          },
        )
    })
    const waiting = await db
      .select({ id: webhookEvents.id })
      .from(webhookEvents)
      .where(
        and(
          eq(webhookEvents.state, 'received'),
          lt(webhookEvents.receivedAt, new Date(now - 60 * 60 * 1000)),
        ),
      )
      .limit(200)
    for (const { id } of waiting) await jobs.enqueue(db, queue, { eventId: id })
  }

  const retry = async (eventId: string) =>
    db.transaction(async (tx) => {
      const revived = await tx
        .update(webhookEvents)
        .set({ state: 'received', receivedAt: clock.now() })
        .where(and(eq(webhookEvents.id, eventId), eq(webhookEvents.state, 'dead')))
        .returning({ id: webhookEvents.id })
      if (revived.length === 0) return false
      await jobs.enqueue(tx, queue, { eventId })
      const resolution = 'An admin had it tried again.'
      await resolveAlert(tx, { clock }, { kind: deadKind, subject: eventId, resolution })
      return true
    })

  jobs.work(queue, (data) => settle(String(data.eventId)), {
    keyOf: ({ eventId }) => String(eventId),
  })
  jobs.every('17 * * * *', 'webhook-leftovers', takeUpLeftovers)

  return {
    on(types, handler) {
      for (const type of types) handlers.set(type, [...(handlers.get(type) ?? []), handler])
    },
    types: () => [...handlers.keys()].toSorted(),
    async receive(rawBody, signature) {
      const verified = await verifyEvent({ stripe, secrets }, rawBody, signature)
      if (!verified) {
        await forged(rawBody)
        throw invalid('The signature is not valid.')
      }
      const { event, saidMs, isOnTime } = verified
      if (event.livemode !== isLive) {
        await raiseAlert(db, { clock, log }, foreignMode(isLive))
        throw invalid('This event belongs to another mode.')
      }
      const isNew = await keep(event)
      // What is sent again says nothing about the time.
      if (isNew || isOnTime) clockWatch.heard(saidMs)
    },
    take: keep,
    retry,
  }
}

// What was taken from a customer names them only as what it was before.
const payloadOf = ({ data }: Stripe.Event): Record<string, unknown> => {
  const object: Record<string, unknown> = { ...data.object }
  const former: Record<string, unknown> = { ...data.previous_attributes }
  return object['customer'] === null ? { ...object, customer: former['customer'] ?? null } : object
}
