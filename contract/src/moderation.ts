import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageSize, requiredText } from './text.ts'

/** What can be reported: a post, a comment, or what somebody wrote with a tip. */
export const reportable = z.enum(['post', 'comment', 'tip'], { error: 'Choose what you report.' })
export type Reportable = z.output<typeof reportable>

/** The community rules by name; their numbers and words are the operator's. */
export const ruleKeys = ['respect', 'hate', 'danger', 'privacy', 'spam', 'law'] as const
export const rule = z.enum(ruleKeys, { error: 'Please choose a rule.' })
export type Rule = z.output<typeof rule>

export const maxReportLength = 1000
export const maxAppealLength = 2000
/** How long after a decision it can be appealed. */
export const appealDays = 14

/** What was decided about a reported thing; `block` also removes the thing. */
export const measure = z.enum(['dismiss', 'remove', 'warn', 'block'])
export type Measure = z.output<typeof measure>

const note = optionalText(maxReportLength)
/** Said to the person the decision is about. */
const ruling = { rule, words: z.optional(note) }

export const report = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary:
    'Reports a post, a comment or the message of a tip I received; the same thing again changes nothing.',
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
  /** What the admin who looked at it said. */
  answer: z.nullable(z.string()),
})

/**
 * A decision as it is told to the person it is about. `until` is the end of the block, if it has one; until
 * `appealUntil` they may appeal with `appealToken`.
 */
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

/** A report as its reporter sees it; `result` says what came of it, never what became of the person. */
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
  summary: 'The last 50 of my reports and of the decisions about what I wrote, the newest first.',
  reply: z.object({
    reports: z.array(ownReport),
    decisions: z.array(z.extend(ownDecision, { appealToken: z.string() })),
  }),
})

/** The reported thing as it is now, or as it was before it was removed. */
const thing = z.object({
  /** Whether members can see it now. */
  isShown: z.boolean(),
  /** Null once nothing of it is left. */
  text: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** The post it is or is under, where that is still there. */
  postId: z.nullable(id),
  mediaType: z.nullable(z.enum(mediaTypes)),
  mediaUrl: z.nullable(z.string()),
  /** What it answers, or what the post around it says. */
  context: z.nullable(z.string()),
})

/** Everything about one reported thing: all reports of it together, until it is decided. */
export const moderationCase = z.object({
  id,
  kind: reportable,
  openedAt: moment,
  /** Null for somebody whose account is gone. */
  accused: z.nullable(party),
  thing,
  reportsCount: z.number(),
  /** The first 20. */
  reports: z.array(
    z.object({ rule, words: z.nullable(z.string()), at: moment, reporter: z.nullable(party) }),
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
  /** Whether the viewer may decide the appeal: not the one who decided first, where there is another admin. */
  mayDecideAppeal: z.boolean(),
})
export type ModerationCase = z.output<typeof moderationCase>

export const caseStates = ['open', 'appealed', 'decided'] as const
export type CaseState = (typeof caseStates)[number]

export const queue = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'Reported things: those open or appealed, the oldest first, or those decided, the newest first; after continues behind that one.',
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
  access: 'admin',
  summary:
    'Closes a reported thing: dismisses it, removes it or warns its author. The same again changes nothing.',
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

export const block = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/block',
  access: 'admin',
  confirmed: true,
  summary: 'Closes a reported thing by removing it and blocking its author, for good or until a moment.',
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
  summary: 'Removes a post for breaking a rule; its creator is told and may appeal.',
  params: byId,
  body: z.object(ruling),
  reply: moderationCase,
})

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/appeal-decision',
  access: 'admin',
  summary: 'Lets a decision stand, or takes it back: what was removed is shown again, a block is lifted.',
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
  summary: 'The decision a letter tells of, for whoever has its link.',
  body: z.object({ token }),
  reply: ownDecision,
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/appeals',
  access: 'public',
  evenSuspended: true,
  summary: 'Appeals a decision, once and within 14 days, with the link of its letter.',
  body: z.object({
    token,
    words: requiredText(maxAppealLength, 'Please say why the decision is wrong.'),
  }),
  reply: ownDecision,
  status: 201,
})
