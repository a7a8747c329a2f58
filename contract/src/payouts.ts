import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { month } from './month.ts'
import { byId, id, moment, pageSize, requiredText } from './text.ts'

/* Amounts are whole cents of the creator's share; positive when owed to the creator. */

export const lineGroups = ['subscriptions', 'tips', 'refunds', 'disputes', 'corrections', 'payouts'] as const
export const lineGroup = z.enum(lineGroups)
export type LineGroup = z.output<typeof lineGroup>

export const statementStates = ['closed', 'approved', 'sending', 'paid', 'reversed', 'carried'] as const
export type StatementState = (typeof statementStates)[number]

const figures = {
  openingCents: z.number(),
  closingCents: z.number(),
  heldCents: z.number(),
  payableCents: z.number(),
}

const payout = z.object({
  id,
  amountCents: z.number(),
  method: z.enum(['transfer', 'manual']),
  state: z.enum(['approved', 'sending', 'paid', 'failed', 'reversed']),
  reference: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  approvedAt: moment,
  settledAt: z.nullable(moment),
})
export type Payout = z.output<typeof payout>

const statement = z.object({
  id,
  month,
  ...figures,
  state: z.enum(statementStates),
  closedAt: moment,
  /** Only the newest statement can be approved, and only with a payable amount. */
  isApprovable: z.boolean(),
  payout: z.nullable(payout),
})
export type Statement = z.output<typeof statement>

const groupTotal = z.object({ group: lineGroup, count: z.number(), amountCents: z.number() })
export type GroupTotal = z.output<typeof groupTotal>

const terms = z.object({
  subscriptionShareBasisPoints: z.number(),
  tipShareBasisPoints: z.number(),
  holdDays: z.number(),
  graceDays: z.number(),
})
export type Terms = z.output<typeof terms>

const share = z.object({ priceCents: z.number(), creatorCents: z.number(), basisPoints: z.number() })
export type Share = z.output<typeof share>

export const overview = endpoint({
  method: 'GET',
  path: '/api/payouts',
  access: 'creatorOrAdmin',
  right: 'money:read',
  summary: 'Earned, pending and paid amounts of the creator, and statements, newest first.',
  query: z.object({ before: z.optional(month), limit: z.optional(pageSize) }),
  reply: z.object({
    earnedThisMonthCents: z.number(),
    /** Approved and not arrived yet. */
    onItsWayCents: z.number(),
    paidCents: z.number(),
    /** Everything that is not on a statement yet. */
    running: z.object({ ...figures, month, closesAt: moment, groups: z.array(groupTotal) }),
    shares: z.object({ subscription: share, tip: share }),
    holdDays: z.number(),
    statements: z.array(statement),
    hasMore: z.boolean(),
  }),
})
export type Overview = z.output<typeof overview.reply & {}>

export const show = endpoint({
  method: 'GET',
  path: '/api/payouts/:id',
  access: 'creatorOrAdmin',
  right: 'money:read',
  summary: 'A month’s statement with its groups of lines and every attempt to pay it.',
  params: byId,
  reply: z.object({ statement, groups: z.array(groupTotal), payouts: z.array(payout) }),
})
export type StatementPage = z.output<typeof show.reply & {}>

export const line = z.object({
  id,
  group: lineGroup,
  kind: z.string(),
  occurredAt: moment,
  amountCents: z.number(),
  /** What the member paid or was refunded; null for lines without a member. */
  grossCents: z.nullable(z.number()),
  /** The creator's share in basis points. */
  shareBasisPoints: z.nullable(z.number()),
  name: z.nullable(z.string()),
})
export type Line = z.output<typeof line>

export const lines = endpoint({
  method: 'GET',
  path: '/api/payouts/:id/lines',
  access: 'creatorOrAdmin',
  right: 'money:read',
  summary:
    'Lines of a statement, newest first; the id `running` returns lines that are not on a statement yet.',
  params: byId,
  query: z.object({
    group: z.optional(lineGroup),
    before: z.optional(z.string().check(z.maxLength(100))),
    limit: z.optional(pageSize),
  }),
  reply: z.object({ lines: z.array(line), next: z.nullable(z.string()) }),
})

export const csv = endpoint({
  method: 'GET',
  path: '/api/payouts/:id/csv',
  replyType: 'text/csv',
  access: 'creatorOrAdmin',
  right: 'money:read',
  summary: 'A statement as a CSV file (RFC 4180). Its amounts add up to the closing balance.',
  params: byId,
})

const changed = z.object({ statement })

export const approve = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/approve',
  access: 'admin',
  confirmed: true,
  summary:
    'Approves the payable amount. Returns 409 for another amount, an older statement or a repeated approval.',
  params: byId,
  body: z.object({ expectedCents: z.int('The amount must be in whole cents.') }),
  reply: changed,
})

export const sendByHand = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/send-by-hand',
  access: 'admin',
  confirmed: true,
  summary: 'Switches an approved payout from transfer to manual. Returns 409 while a transfer is under way.',
  params: byId,
  reply: changed,
})

export const payoutReference = requiredText(200, 'Enter what identifies the payment at the bank.')

export const record = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/record',
  access: 'admin',
  confirmed: true,
  summary: 'Records that an approved payout was sent by hand. Returns 409 for a transfer.',
  params: byId,
  body: z.object({ reference: payoutReference }),
  reply: changed,
})

export const takeBack = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/take-back',
  access: 'admin',
  confirmed: true,
  summary: 'Reverses an approval while nothing was sent.',
  params: byId,
  reply: changed,
})

const settings = z.object({
  current: terms,
  /** The grace period is set by the configuration and cannot be changed here. */
  isGraceConfigured: z.boolean(),
  history: z.array(z.object({ ...terms.shape, effectiveAt: moment, changedBy: z.nullable(z.string()) })),
})
export type TermsPage = z.output<typeof settings>

export const showTerms = endpoint({
  method: 'GET',
  path: '/api/payout-terms',
  access: 'creatorOrAdmin',
  summary: 'Revenue shares, hold and grace period with their history, newest first.',
  reply: settings,
})

const wholeNumber = (name: string, max: number) => {
  const says = `${name} must be a whole number from 0 to ${max}.`
  return z.int(says).check(z.gte(0, says), z.lte(max, says))
}

export const newTerms = z.object({
  subscriptionShareBasisPoints: wholeNumber('The share of subscriptions', 10_000),
  tipShareBasisPoints: wholeNumber('The share of tips', 10_000),
  holdDays: wholeNumber('Days to wait before a payout', 90),
  graceDays: wholeNumber('Days of grace', 60),
})

export const changeTerms = endpoint({
  method: 'POST',
  path: '/api/payout-terms',
  access: 'admin',
  confirmed: true,
  summary: 'Changes terms from now on; omitted terms stay. Returns 409 for a configured grace period.',
  body: z.partial(newTerms),
  reply: settings,
})

const account = z.object({ accountId: z.nullable(z.string()), isSandbox: z.boolean() })

export const showAccount = endpoint({
  method: 'GET',
  path: '/api/payout-account',
  access: 'admin',
  summary: 'The creator’s account at the payment provider; null when payouts are sent by hand.',
  reply: account,
})

/** An account id of the provider. */
export const accountId = z
  .string()
  .check(z.trim(), z.regex(/^acct_\w{3,100}$/, 'An account looks like acct_1A2b3C.'))

export const setAccount = endpoint({
  method: 'POST',
  path: '/api/payout-account',
  access: 'admin',
  confirmed: true,
  summary:
    'Sets the transfer account; null sends payouts by hand. Returns 400 for an account that cannot receive transfers.',
  body: z.object({ accountId: z.nullable(accountId) }),
  reply: account,
})

export const makeTestAccount = endpoint({
  method: 'POST',
  path: '/api/payout-account/test',
  access: 'admin',
  summary: 'Creates a sandbox account and sets it. Returns 409 with real payments.',
  reply: account,
})
