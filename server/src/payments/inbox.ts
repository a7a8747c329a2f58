import { and, eq, lt } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Stripe } from 'stripe'
import type { ClockSkew } from '#time/clock-skew.ts'
import type { Database } from '#db/database.ts'
import { invalid } from '#errors.ts'
import { claimed, problemText } from '#jobs/attempts.ts'
import type { Jobs } from '#jobs/jobs.ts'
import { type Alert, raiseAlert, resolveAlert } from '#alerts/alerts.ts'
import { recordForged } from './forged-events.ts'
import { batcher } from '#concurrency/batcher.ts'
import { webhookEvents } from './schema.ts'
import { verifyEvent } from './verify-event.ts'
import type { Clock } from '#time/clock.ts'

/** `object` identifies what changed, but is never trusted as its state: handlers fetch that. */
export type ProviderEvent = { id: string; type: string; object: Record<string, unknown>; sentAt: Date }

/** A handler returns `ignored` for an event about something else. Throwing retries the event. */
export type EventOutcome = void | 'ignored'

/** The provider's events: saved once each, then passed to the features until they succeed. */
export type Inbox = {
  /** Call before the jobs start. Handlers may run twice and in any order. */
  on(types: readonly string[], handler: (event: ProviderEvent) => Promise<EventOutcome>): void
  /** The types of events with a handler, which the endpoint must subscribe to. */
  types(): string[]
  /** Verifies the signature and saves the event. Throws a 400 refusal when it is not genuine. */
  receive(rawBody: Buffer, signature: string | undefined): Promise<void>
  /** Saves an event fetched from the provider. Returns false when it is known or has no handler. */
  take(event: Stripe.Event): Promise<boolean>
  /** Retries for another three days; resolves the alert. Returns false when the event is not dead (`webhook-dead`). */
  retry(eventId: string): Promise<boolean>
}

type Options = {
  stripe: Stripe
  db: Database
  clock: Clock
  clockWatch: ClockSkew
  jobs: Jobs
  log: FastifyBaseLogger
  /** Read for every event, because a secret may be added while the server runs. */
  secrets: readonly string[]
  isLive: boolean
}

/** The signature is genuine, so our own account's endpoint of the other mode points at this site. */
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

  /** Saves events, each with its job. Returns for each whether it is new and has a handler. */
  const save = batcher(async (events: Stripe.Event[]): Promise<boolean[]> => {
    // Insert in a fixed order, so that two processes that receive the same events do not deadlock.
    const rows = events.map(rowOf).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const newIds = await db.transaction(async (tx) => {
      const saved = await tx
        .insert(webhookEvents)
        .values(rows)
        .onConflictDoNothing()
        .returning({ id: webhookEvents.id, state: webhookEvents.state })
      const ids = saved.flatMap(({ id, state }) => (state === 'received' ? [id] : []))
      if (ids.length > 0)
        await jobs.enqueueAll(
          tx,
          queue,
          ids.map((eventId) => ({ eventId })),
        )
      return new Set(ids)
    })
    // Of duplicates within a list only the first is new.
    return events.map(({ id }) => newIds.delete(id))
  })

  const settle = async (eventId: string) => {
    const isWaiting = and(eq(webhookEvents.id, eventId), eq(webhookEvents.state, 'received'))
    const [row] = await db.update(webhookEvents).set(claimed(webhookEvents)).where(isWaiting).returning()
    if (!row) return
    const record = (outcome: Partial<typeof webhookEvents.$inferInsert>) =>
      db.update(webhookEvents).set(outcome).where(eq(webhookEvents.id, eventId))
    const event = { id: row.id, type: row.type, object: row.payload ?? {}, sentAt: row.sentAt }
    try {
      const outcomes: EventOutcome[] = []
      for (const handler of handlers.get(row.type) ?? []) outcomes.push(await handler(event))
      const isHandled = outcomes.some((outcome) => outcome !== 'ignored')
      await record({
        state: isHandled ? 'handled' : 'ignored',
        handledAt: isHandled ? clock.now() : null,
        payload: null,
        lastError: null,
      })
    } catch (error) {
      await record({ lastError: problemText(error) })
      throw error
    }
  }

  const requeueLeftovers = async () => {
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
      const resolution = 'An admin retried the event.'
      await resolveAlert(tx, { clock }, { kind: deadKind, subject: eventId, resolution })
      return true
    })

  jobs.work(queue, (data) => settle(String(data.eventId)), {
    keyOf: ({ eventId }) => String(eventId),
  })
  jobs.every('17 * * * *', 'webhook-leftovers', requeueLeftovers)

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
      const { event, signedMs, isOnTime } = verified
      if (event.livemode !== isLive) {
        await raiseAlert(db, { clock, log }, foreignMode(isLive))
        throw invalid('This event belongs to another mode.')
      }
      const isNew = await save(event)
      // A redelivered event says nothing about the clock.
      if (isNew || isOnTime) clockWatch.observe(signedMs)
    },
    take: save,
    retry,
  }
}

// Of an object detached from its customer, the customer is only in the previous attributes.
const payloadOf = ({ data }: Stripe.Event): Record<string, unknown> => {
  const object: Record<string, unknown> = { ...data.object }
  const previous: Record<string, unknown> = { ...data.previous_attributes }
  return object['customer'] === null ? { ...object, customer: previous['customer'] ?? null } : object
}
