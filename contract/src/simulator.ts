import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { subscriptionStates } from './subscriptions.ts'
import { id, moment } from './text.ts'

/** In every answer while a rehearsal's clock is ahead of the real one: by how many seconds. */
export const clockHeader = 'x-clock-ahead'

/** How far the clock can be moved at once. */
export const leaps = ['day', 'month', 'year'] as const
export type Leap = (typeof leaps)[number]

const count = z.number()

const happened = z.object({
  renewals: count,
  failures: count,
  cancellations: count,
  letters: count,
  journals: count,
})
export type SimulatorCounts = z.output<typeof happened>

/** One move of the clock. `words` say how it stands; `reachedAt` is the day that is lived through. */
export const run = z.object({
  id,
  leap: z.enum(leaps),
  state: z.enum(['running', 'done', 'interrupted', 'failed']),
  fromAt: moment,
  toAt: moment,
  reachedAt: moment,
  percent: z.number(),
  words: z.string(),
  happened,
})
export type SimulatorRun = z.output<typeof run>

const books = z.object({
  /** The month that is running, as 2027-03. */
  month: z.string(),
  /** What the creator has earned in it so far. */
  payableCents: z.number(),
  accounts: z.array(z.object({ account: z.string(), sumCents: z.number() })),
  /** The sum over all accounts; anything but 0 is wrong. */
  balanceCents: z.number(),
})

const rehearsal = z.object({
  now: moment,
  /** How far the club's clock is ahead of the real one. */
  aheadMs: z.number(),
  run: z.nullable(run),
  areWebhooksStopped: z.boolean(),
  members: z.array(z.object({ state: z.enum([...subscriptionStates, 'blocked']), count })),
  letters: z.array(z.object({ to: z.string(), subject: z.string(), writtenAt: moment })),
  books,
})
export type Simulator = z.output<typeof rehearsal>

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/rehearsal',
  access: 'admin',
  summary: 'How a rehearsal stands: its clock, its run, and what became of members, letters and books.',
  reply: rehearsal,
})

export const advance = endpoint({
  method: 'POST',
  path: '/api/admin/rehearsal/advance',
  access: 'admin',
  status: 202,
  summary: 'Moves the clock on; what falls due on the way happens as it would by itself. One run at a time.',
  body: z.object({ by: z.enum(leaps, { error: 'The clock moves by a day, a month or a year.' }) }),
  reply: z.object({ run }),
})

/** What a card can be made to do at its next charge. */
export const cardOutcomes = ['no_funds', 'declined', 'expired', 'lost', 'authentication', 'pays'] as const
export type CardOutcome = (typeof cardOutcomes)[number]

export const disputeReasons = ['fraudulent', 'product_not_received', 'subscription_canceled'] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const providerFaults = ['away', 'slow', 'broken'] as const
export type ProviderFault = (typeof providerFaults)[number]

const requests = z
  .number({ error: 'Say how many requests.' })
  .check(z.int('Say a whole number of requests.'), z.gte(1, 'At least 1.'), z.lte(100, 'At most 100.'))

/** Trouble somebody can ask for. `personId` null means whoever renews next. */
export const simulatedFailure = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('card'), personId: z.nullable(id), outcome: z.enum(cardOutcomes) }),
    z.object({ kind: z.literal('dispute'), paymentId: id, reason: z.enum(disputeReasons) }),
    z.object({ kind: z.literal('fraud_warning'), paymentId: id }),
    z.object({ kind: z.literal('webhooks'), areStopped: z.boolean() }),
    z.object({ kind: z.literal('provider'), fault: z.enum(providerFaults), requests }),
  ],
  { error: 'There is no such trouble.' },
)
export type SimulatedFailure = z.input<typeof simulatedFailure>

export const causeFailure = endpoint({
  method: 'POST',
  path: '/api/admin/rehearsal/trouble',
  access: 'admin',
  summary: 'Lets something go wrong at the rehearsed provider; says what will happen.',
  body: simulatedFailure,
  reply: z.object({ message: z.string() }),
})

export const choices = endpoint({
  method: 'GET',
  path: '/api/admin/rehearsal/choices',
  access: 'admin',
  summary: 'Members whose next charge, and payments whose fate, can be chosen.',
  reply: z.object({
    members: z.array(
      z.object({ personId: id, name: z.string(), card: z.nullable(z.string()), renewsAt: moment }),
    ),
    payments: z.array(
      z.object({
        id,
        name: z.string(),
        kind: z.enum(['subscription', 'tip']),
        amountCents: z.number(),
        paidAt: moment,
      }),
    ),
  }),
})
