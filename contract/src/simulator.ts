import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { subscriptionStates } from './subscriptions.ts'
import { id, moment } from './text.ts'

/** Response header with the seconds by which the simulated clock is ahead of real time. */
export const clockHeader = 'x-clock-ahead'

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

/** One run of the simulator. `words` describes its state; `reachedAt` is the last simulated day. */
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
  /** The current month, such as 2027-03. */
  month: z.string(),
  /** The creator's earnings of the month so far. */
  payableCents: z.number(),
  accounts: z.array(z.object({ account: z.string(), sumCents: z.number() })),
  /** The sum over all accounts, which must be 0. */
  balanceCents: z.number(),
})

const simulatorState = z.object({
  now: moment,
  /** How far the site's clock is ahead of real time. */
  aheadMs: z.number(),
  run: z.nullable(run),
  areWebhooksStopped: z.boolean(),
  members: z.array(z.object({ state: z.enum([...subscriptionStates, 'blocked']), count })),
  letters: z.array(z.object({ to: z.string(), subject: z.string(), writtenAt: moment })),
  books,
})
export type Simulator = z.output<typeof simulatorState>

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/rehearsal',
  access: 'admin',
  summary: 'The state of the simulator: clock, run, members, emails and ledger.',
  reply: simulatorState,
})

export const advance = endpoint({
  method: 'POST',
  path: '/api/admin/rehearsal/advance',
  access: 'admin',
  status: 202,
  summary: 'Moves the clock forward and simulates everything that falls due. One run at a time.',
  body: z.object({ by: z.enum(leaps, { error: 'The clock moves by a day, a month or a year.' }) }),
  reply: z.object({ run }),
})

/** Outcomes for the next charge of a card. */
export const cardOutcomes = ['no_funds', 'declined', 'expired', 'lost', 'authentication', 'pays'] as const
export type CardOutcome = (typeof cardOutcomes)[number]

export const disputeReasons = ['fraudulent', 'product_not_received', 'subscription_canceled'] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const providerFaults = ['away', 'slow', 'broken'] as const
export type ProviderFault = (typeof providerFaults)[number]

const requests = z
  .number({ error: 'Say how many requests.' })
  .check(z.int('Say a whole number of requests.'), z.gte(1, 'At least 1.'), z.lte(100, 'At most 100.'))

/** Failures an admin can cause. A null `personId` selects the member with the next renewal. */
export const simulatedFailure = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('card'), personId: z.nullable(id), outcome: z.enum(cardOutcomes) }),
    z.object({ kind: z.literal('dispute'), paymentId: id, reason: z.enum(disputeReasons) }),
    z.object({ kind: z.literal('fraud_warning'), paymentId: id }),
    z.object({ kind: z.literal('webhooks'), areStopped: z.boolean() }),
    z.object({ kind: z.literal('provider'), fault: z.enum(providerFaults), requests }),
  ],
  { error: 'There is no such failure.' },
)
export type SimulatedFailure = z.input<typeof simulatedFailure>

export const causeFailure = endpoint({
  method: 'POST',
  path: '/api/admin/rehearsal/trouble',
  access: 'admin',
  summary: 'Causes a failure at the simulated provider and describes what will happen.',
  body: simulatedFailure,
  reply: z.object({ message: z.string() }),
})

export const choices = endpoint({
  method: 'GET',
  path: '/api/admin/rehearsal/choices',
  access: 'admin',
  summary: 'Members and payments for which a failure can be caused.',
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
