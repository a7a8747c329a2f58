import * as z from 'zod/mini'
import { maxCommentLength } from './comments.ts'
import { endpoint } from './endpoint.ts'
import { party } from './people.ts'
import { byId, id, moment, optionalText, pageSize, requiredLine, requiredText } from './text.ts'

export const maxWatchedWords = 500
export const maxWatchedLength = 60
/** The most comments of one member that can wait at once. */
export const maxHeldOfOne = 20
/** A rejected comment is shown to its author for this many days. */
export const rejectedDays = 30

const watchedWord = requiredLine(maxWatchedLength, 'A line is empty.')
const watchedWords = z
  .array(watchedWord, { error: 'Please enter words.' })
  .check(z.maxLength(maxWatchedWords, `Please watch at most ${maxWatchedWords} words.`))

const wholeUpTo = (max: number) =>
  z
    .int({ error: 'Please enter a whole number.' })
    .check(z.gte(0, 'Please enter 0 or more.'), z.lte(max, `Please enter at most ${max}.`))

const ruleFields = {
  words: watchedWords,
  /** How many first comments of a member are held; 0 for none. */
  firstComments: wholeUpTo(100),
  /** For how many days after joining comments are held; 0 for none. */
  youngDays: wholeUpTo(365),
}

const holdRules = z.object({ ...ruleFields, revision: z.int() })
export type HoldRules = z.output<typeof holdRules>

export const rules = endpoint({
  method: 'GET',
  path: '/api/admin/hold-rules',
  access: 'admin',
  summary:
    'What holds a comment or the message of a tip until a moderator approves it: watched words, and rules for new members.',
  reply: holdRules,
})

export const changeRules = endpoint({
  method: 'PUT',
  path: '/api/admin/hold-rules',
  access: 'admin',
  summary: 'Changes what holds a comment. 409 unless revision is the latest.',
  body: z.object({ ...ruleFields, revision: z.int().check(z.gte(0), z.lte(1_000_000_000)) }),
  reply: holdRules,
})

export const tryWords = endpoint({
  method: 'POST',
  path: '/api/admin/hold-rules/test',
  access: 'admin',
  summary: 'The watched words that a text contains, for a list that need not be saved.',
  body: z.object({ words: watchedWords, text: requiredText(maxCommentLength, 'Write a text to try.') }),
  reply: z.object({ found: z.array(z.string()) }),
})

/** A comment that waits for approval, as moderators see it. */
const heldComment = z.object({
  id,
  postId: id,
  postTitle: z.nullable(z.string()),
  /** The text it replies to. */
  repliedTo: z.nullable(z.string()),
  content: z.string(),
  /** The watched words it contained when it was written. */
  words: z.array(z.string()),
  isOfNewMember: z.boolean(),
  createdAt: moment,
  user: party,
})
export type HeldComment = z.output<typeof heldComment>

export const queue = endpoint({
  method: 'GET',
  path: '/api/admin/held-comments',
  access: 'moderator',
  summary: 'Comments that wait for approval, oldest first; `after` is the id of the last one read.',
  query: z.object({ after: z.optional(id), limit: z.optional(pageSize) }),
  reply: z.object({ comments: z.array(heldComment), hasMore: z.boolean(), waiting: z.int() }),
})

export const approve = endpoint({
  method: 'POST',
  path: '/api/admin/held-comments/:id/approval',
  access: 'moderator',
  summary: 'Publishes a held comment now. Repeating it changes nothing; rejected already: 409.',
  params: byId,
  status: 204,
})

export const reject = endpoint({
  method: 'POST',
  path: '/api/admin/held-comments/:id/rejection',
  access: 'moderator',
  summary: 'Rejects a held comment and tells its author, with a note if there is one. Decided already: 409.',
  params: byId,
  body: z.object({ answer: z.optional(optionalText(1000)) }),
  status: 204,
})

/** A held comment as its author sees it. */
const ownHeldComment = z.object({
  id,
  postId: id,
  content: z.string(),
  state: z.enum(['waiting', 'rejected']),
  /** The moderators' note; null without one. */
  answer: z.nullable(z.string()),
  createdAt: moment,
})
export type OwnHeldComment = z.output<typeof ownHeldComment>

export const mine = endpoint({
  method: 'GET',
  path: '/api/held-comments',
  access: 'member',
  summary: `The viewer’s comments that wait for approval or were rejected in the last ${rejectedDays} days, oldest first.`,
  reply: z.array(ownHeldComment),
})

export const discard = endpoint({
  method: 'DELETE',
  path: '/api/held-comments/:id',
  access: 'member',
  summary: 'Deletes the viewer’s held comment.',
  params: byId,
  status: 204,
})
