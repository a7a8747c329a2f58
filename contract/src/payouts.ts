import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { month } from './month.ts'
import { byId, id, moment, pageSize, requiredText } from './text.ts'

/* Money here is whole cents of the creator's part: what they are owed is positive. */

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
  /** Only the newest statement can be approved, and only while something of it is payable. */
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

/** What the creator keeps of a payment. */
const share = z.object({ priceCents: z.number(), creatorCents: z.number(), basisPoints: z.number() })
export type Share = z.output<typeof share>

export const overview = endpoint({
  method: 'GET',
  path: '/api/payouts',
  access: 'creatorOrAdmin',
  summary: 'What the creator earned, what waits, and what was paid; statements by month, newest first.',
  query: z.object({ before: z.optional(month), limit: z.optional(pageSize) }),
  reply: z.object({
    earnedThisMonthCents: z.number(),
    /** Approved, and not there yet. */
    onItsWayCents: z.number(),
    paidCents: z.number(),
    /** Everything no statement has yet. */
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
  /** What the member paid or got back; null where no member did. */
  grossCents: z.nullable(z.number()),
  /** The creator's part of a payment, in hundredths of a percent. */
  shareBasisPoints: z.nullable(z.number()),
  name: z.nullable(z.string()),
})
export type Line = z.output<typeof line>

export const lines = endpoint({
  method: 'GET',
  path: '/api/payouts/:id/lines',
  access: 'creatorOrAdmin',
  summary: 'Lines of a statement, newest first; the id `running` gives those no statement has yet.',
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
  summary: 'A statement as a CSV file (RFC 4180). Its amounts add up to the closing balance.',
  params: byId,
})

const changed = z.object({ statement })

export const approve = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/approve',
  access: 'admin',
  confirmed: true,
  summary: 'Approves what is payable. Not what the admin saw, not the newest, or done before: 409.',
  params: byId,
  body: z.object({ expectedCents: z.int('The amount must be in whole cents.') }),
  reply: changed,
})

export const sendByHand = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/send-by-hand',
  access: 'admin',
  confirmed: true,
  summary: 'No transfer is made for an approved payout any more: it is sent by hand. Under way already: 409.',
  params: byId,
  reply: changed,
})

export const payoutReference = requiredText(200, 'Enter what identifies the payment at the bank.')

export const record = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/record',
  access: 'admin',
  confirmed: true,
  summary: 'Says that an approved payout was sent by hand. One that goes by transfer: 409.',
  params: byId,
  body: z.object({ reference: payoutReference }),
  reply: changed,
})

export const takeBack = endpoint({
  method: 'POST',
  path: '/api/payouts/:id/take-back',
  access: 'admin',
  confirmed: true,
  summary: 'Takes an approval back while nothing was sent.',
  params: byId,
  reply: changed,
})

const settings = z.object({
  current: terms,
  /** The configuration names the days of grace: they are not changed here. */
  isGraceConfigured: z.boolean(),
  history: z.array(z.object({ ...terms.shape, effectiveAt: moment, changedBy: z.nullable(z.string()) })),
})
export type TermsPage = z.output<typeof settings>

export const showTerms = endpoint({
  method: 'GET',
  path: '/api/payout-terms',
  access: 'creatorOrAdmin',
  summary: 'Shares, hold and grace, now and before, newest first.',
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
  summary: 'Terms that hold from now on; what is left out stays. Days of grace the configuration names: 409.',
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

/** An account's id as the provider writes it. */
export const accountId = z
  .string()
  .check(z.trim(), z.regex(/^acct_\w{3,100}$/, 'An account looks like acct_1A2b3C.'))

export const setAccount = endpoint({
  method: 'POST',
  path: '/api/payout-account',
  access: 'admin',
  confirmed: true,
  summary: 'Sets where transfers go; null sends payouts by hand. An account that cannot receive: 400.',
  body: z.object({ accountId: z.nullable(accountId) }),
  reply: account,
})

export const makeTestAccount = endpoint({
  method: 'POST',
  path: '/api/payout-account/test',
  access: 'admin',
  summary: 'Makes an account at the sandbox and sets it. With real payments: 409.',
  reply: account,
})
