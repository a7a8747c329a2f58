import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageSize, requiredText } from './text.ts'

/** Content that can be reported: a post, a comment, or the message of a tip. */
export const reportable = z.enum(['post', 'comment', 'tip'], { error: 'Choose what you report.' })
export type Reportable = z.output<typeof reportable>

/** The keys of the community rules. The operator writes their numbers and texts. */
export const ruleKeys = ['respect', 'hate', 'danger', 'privacy', 'spam', 'law'] as const
export const rule = z.enum(ruleKeys, { error: 'Please choose a rule.' })
export type Rule = z.output<typeof rule>

export const maxReportLength = 1000
export const maxAppealLength = 2000
/** A decision can be appealed for this many days. */
export const appealDays = 14

/** The measure of a decision; `block` also removes the content. */
export const measure = z.enum(['dismiss', 'remove', 'warn', 'block'])
export type Measure = z.output<typeof measure>

const note = optionalText(maxReportLength)
/** Addressed to the accused. */
const ruling = { rule, words: z.optional(note) }

export const report = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary: 'Reports a post, a comment or the message of a received tip. Reporting it again does nothing.',
  body: z.object({
    kind: reportable,
    subjectId: id,
    rule,
    words: z.optional(note),
  }),
  reply: z.object({ message: z.string() }),
  status: 201,
  alsoStatus: [200],
})

const appeal = z.object({
  words: z.string(),
  at: moment,
  outcome: z.nullable(z.enum(['upheld', 'overturned'])),
  /** The answer of the admin or moderator who decided it. */
  answer: z.nullable(z.string()),
})

/** `until` is the end of the block, if any. The accused may appeal with `appealToken` until `appealUntil`. */
const ownDecision = z.object({
  id,
  kind: reportable,
  measure: z.enum(['remove', 'warn', 'block']),
  rule,
  words: z.nullable(z.string()),
  at: moment,
  until: z.nullable(moment),
  appealUntil: moment,
  mayAppeal: z.boolean(),
  appeal: z.nullable(appeal),
})
export type OwnDecision = z.output<typeof ownDecision>

/** A report as its reporter sees it. `result` says nothing about consequences for the author. */
const ownReport = z.object({
  id,
  kind: reportable,
  rule,
  at: moment,
  result: z.enum(['open', 'dismissed', 'acted', 'overturned']),
})
export type OwnReport = z.output<typeof ownReport>

export const mine = endpoint({
  method: 'GET',
  path: '/api/reports',
  access: 'signedIn',
  summary: 'The viewer’s last 50 reports and the last 50 decisions about their content, newest first.',
  reply: z.object({
    reports: z.array(ownReport),
    decisions: z.array(z.extend(ownDecision, { appealToken: z.string() })),
    /** Until when the viewer may not comment, and why. */
    silence: z.nullable(z.object({ until: moment, reason: z.string() })),
  }),
})

/** The reported content in its current form, or as it was before its removal. */
const thing = z.object({
  /** Whether members can see it now. */
  isShown: z.boolean(),
  /** Null when no text is left. */
  text: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** The post itself, or the post of the comment, if it still exists. */
  postId: z.nullable(id),
  mediaType: z.nullable(z.enum(mediaTypes)),
  mediaUrl: z.nullable(z.string()),
  /** The text it replies to, or the text of its post. */
  context: z.nullable(z.string()),
  /** Earlier texts of an edited comment, oldest first. */
  versions: z.array(z.object({ content: z.string(), writtenAt: moment })),
})

/** A moderation case: all reports of one piece of content until it is decided. */
export const moderationCase = z.object({
  id,
  kind: reportable,
  openedAt: moment,
  /** Null when the account is deleted. */
  accused: z.nullable(party),
  /** Until when the accused may not comment. */
  silencedUntil: z.nullable(moment),
  thing,
  reportsCount: z.number(),
  /** The first 20. */
  reports: z.array(
    z.object({
      rule,
      words: z.nullable(z.string()),
      at: moment,
      reporter: z.nullable(party),
      /** The comment as it was when it was reported; null once the case is closed. */
      text: z.nullable(z.string()),
    }),
  ),
  decision: z.nullable(
    z.object({
      measure,
      rule: z.nullable(rule),
      words: z.nullable(z.string()),
      at: moment,
      until: z.nullable(moment),
      by: z.nullable(party),
    }),
  ),
  appeal: z.nullable(appeal),
  /** Whether the viewer may decide the appeal; the admin who decided the case may not if another one can. */
  mayDecideAppeal: z.boolean(),
})
export type ModerationCase = z.output<typeof moderationCase>

export const caseStates = ['open', 'appealed', 'decided'] as const
export type CaseState = (typeof caseStates)[number]

export const queue = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'moderator',
  summary:
    'Moderation cases: open or appealed ones oldest first, decided ones newest first; `after` is the id of the last case read. A moderator sees the cases about members.',
  query: z.object({
    state: z.optional(z.enum(caseStates)),
    after: z.optional(id),
    limit: z.optional(pageSize),
  }),
  reply: z.object({
    cases: z.array(moderationCase),
    hasMore: z.boolean(),
    waiting: z.object({ open: z.number(), appealed: z.number() }),
  }),
})

export const decide = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  access: 'moderator',
  summary:
    'Decides a case: dismisses it, removes the content or warns its author. Idempotent. A moderator decides about members only.',
  params: byId,
  body: z.discriminatedUnion(
    'measure',
    [
      z.object({ measure: z.literal('dismiss'), words: z.optional(note) }),
      z.object({ measure: z.literal('remove'), ...ruling }),
      z.object({ measure: z.literal('warn'), ...ruling }),
    ],
    'Choose what to do.',
  ),
  reply: moderationCase,
})

/** Cases that are decided together. */
export const maxCasesAtOnce = 50
/** Decisions made together can be undone for this long; emails about them wait until then. */
export const undoSeconds = 120

const caseIds = z
  .array(id, { error: 'Choose the reports.' })
  .check(
    z.minLength(1, 'Choose at least one report.'),
    z.maxLength(maxCasesAtOnce, `Choose at most ${maxCasesAtOnce} reports.`),
  )

/** `problem` says why this case was left as it is; null on success. */
const caseResults = z.array(z.object({ id, problem: z.nullable(z.string()) }))
export type CaseResults = z.output<typeof caseResults>

export const decideMany = endpoint({
  method: 'POST',
  path: '/api/admin/reports/decisions',
  access: 'moderator',
  summary:
    'Decides several cases one by one: dismisses them or removes the content. Until `undoUntil` no one is notified.',
  body: z.object({
    ids: caseIds,
    ruling: z.discriminatedUnion(
      'measure',
      [z.object({ measure: z.literal('dismiss') }), z.object({ measure: z.literal('remove'), ...ruling })],
      'Choose what to do.',
    ),
  }),
  reply: z.object({ undoUntil: moment, results: caseResults }),
})

export const undoDecisions = endpoint({
  method: 'POST',
  path: '/api/admin/reports/decisions/undo',
  access: 'moderator',
  summary: 'Reopens cases that the viewer decided together, and restores the content, while there is time.',
  body: z.object({ ids: caseIds }),
  reply: z.object({ results: caseResults }),
})

export const block = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/block',
  access: 'admin',
  confirmed: true,
  summary: 'Decides a case by removing the content and blocking its author, permanently or until a date.',
  params: byId,
  body: z.object({
    ...ruling,
    until: z.optional(z.nullable(z.iso.datetime({ error: 'Please choose a date and a time.' }))),
  }),
  reply: moderationCase,
})

export const removePost = endpoint({
  method: 'POST',
  path: '/api/admin/posts/:id/removal',
  access: 'admin',
  summary: 'Removes a post for breaking a rule; its creator is notified and may appeal.',
  params: byId,
  body: z.object(ruling),
  reply: moderationCase,
})

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/appeal-decision',
  access: 'moderator',
  summary: 'Upholds a decision, or overturns it: restores removed content and lifts the block.',
  params: byId,
  body: z.object({
    outcome: z.enum(['upheld', 'overturned'], { error: 'Choose whether the decision stands.' }),
    words: z.optional(note),
  }),
  reply: moderationCase,
})

const token = z.string({ error: 'This link is incomplete.' }).check(z.minLength(1), z.maxLength(200))

export const showAppeal = endpoint({
  method: 'POST',
  path: '/api/appeals/show',
  access: 'public',
  evenSuspended: true,
  summary: 'The decision of an appeal link.',
  body: z.object({ token }),
  reply: ownDecision,
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/appeals',
  access: 'public',
  evenSuspended: true,
  summary: 'Appeals a decision, once and within 14 days, with the token of the emailed link.',
  body: z.object({
    token,
    words: requiredText(maxAppealLength, 'Please say why the decision is wrong.'),
  }),
  reply: ownDecision,
  status: 201,
})
