import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { attachment, maxAttachments, maxParts, media, mediaTypes, part } from './media.ts'
import { chosenMoment, maxSearchLength, post, versionNumber } from './posts.ts'
import { tags } from './tags.ts'
import { sharing } from './teasers.ts'
import { byId, id, isStorableText, moment } from './text.ts'

/** Text as typed, untrimmed, at most `max` code points. */
const typedText = (max: number) =>
  z.string({ error: 'Please enter text.' }).check(
    z.refine(isStorableText, 'This text contains characters that cannot be stored.'),
    z.refine((text) => Array.from(text).length <= max, `Please use at most ${max} characters.`),
  )

const draftFields = {
  title: typedText(maxSearchLength.title),
  content: typedText(maxSearchLength.content),
  mediaAlt: typedText(maxSearchLength.mediaAlt),
  opensAt: z.nullable(chosenMoment),
  sharing: z.optional(z.nullable(sharing)),
  isMadeWithAi: z.optional(z.boolean()),
  commentsOff: z.optional(z.boolean()),
  tags: z.optional(tags),
  collectionIds: z.optional(z.array(id).check(z.maxLength(100))),
  parts: z.optional(
    z.array(z.object({ id, mediaAlt: typedText(maxSearchLength.mediaAlt) })).check(z.maxLength(maxParts)),
  ),
}

/**
 * Visible only to its creator. `version` grows with each save; `content` is Markdown. `mediaId`, `mediaType`, `media`
 * and `mediaAlt` are those of its first part, `status` that of all. `publishAt` is the scheduled time, `notPublished`
 * the reason why publishing failed. A draft that edits a post has its id and `edits`: whether members see the post, its
 * version now, and the one that the draft is based on.
 */
export const draft = z.object({
  id,
  version: z.number(),
  title: z.string(),
  content: z.string(),
  mediaAlt: z.string(),
  opensAt: z.nullable(moment),
  sharing: z.nullable(sharing),
  isMadeWithAi: z.boolean(),
  commentsOff: z.boolean(),
  tags: z.array(z.string()),
  collectionIds: z.array(id),
  edits: z.nullable(z.object({ isPublished: z.boolean(), version: z.number(), basedOn: z.number() })),
  mediaType: z.enum([...mediaTypes, 'text']),
  mediaId: z.nullable(id),
  media: z.nullable(media),
  parts: z.array(part),
  attachments: z.array(attachment),
  status: z.enum(['ready', 'processing', 'failed']),
  problem: z.optional(z.string()),
  publishAt: z.nullable(moment),
  notPublished: z.nullable(z.string()),
  createdAt: moment,
  updatedAt: moment,
})
export type Draft = z.output<typeof draft>

/** A draft in a list; `beginning` is the start of its text. */
export const draftLine = z.object({
  id,
  title: z.string(),
  beginning: z.string(),
  edits: z.nullable(z.enum(['published', 'unpublished'])),
  mediaType: z.enum([...mediaTypes, 'text']),
  status: z.enum(['ready', 'processing', 'failed']),
  publishAt: z.nullable(moment),
  notPublished: z.nullable(z.string()),
  updatedAt: moment,
})
export type DraftLine = z.output<typeof draftLine>

export const noEarlyAccess =
  'Members would see this no earlier than everybody else. Choose a later day for everybody, an earlier time to publish, or no early access.'

export const maxDrafts = 200

export const list = endpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'creator',
  summary: 'My drafts, last changed first.',
  reply: z.array(draftLine),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/drafts/:id',
  access: 'creator',
  summary: 'One of my drafts.',
  params: byId,
  reply: draft,
})

export const save = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id',
  access: 'creator',
  summary:
    'Saves a draft that is still at this version, otherwise 409. Version 0 creates a draft under a UUID chosen by the author. `parts` sets their order and descriptions; parts it does not name follow in their order. Without `parts`, `mediaAlt` describes the first one.',
  params: byId,
  body: z.object({ version: z.int().check(z.gte(0), z.lte(2_000_000_000)), ...draftFields }),
  reply: draft,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id',
  access: 'creator',
  summary:
    'Removes a draft with its files. For an unpublished post, also the post with its comments and likes.',
  params: byId,
  status: 204,
})

export const attachFile = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id/file',
  access: 'creator',
  summary: 'Makes a finished upload the first part of a draft, replacing the one that is there.',
  params: byId,
  body: z.object({ uploadId: id }),
  reply: draft,
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/file',
  access: 'creator',
  summary: 'Removes the first part of a draft.',
  params: byId,
  reply: draft,
})

export const addPart = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/parts',
  access: 'creator',
  summary: `Adds a finished upload to a draft as its last picture, video or recording, at most ${maxParts}; \`replaces\` names a part whose place and description it takes.`,
  params: byId,
  body: z.object({ uploadId: id, replaces: z.optional(id) }),
  reply: draft,
})

export const addAttachment = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/attachments',
  access: 'creator',
  summary: `Attaches a finished upload of any type to a draft, at most ${maxAttachments}.`,
  params: byId,
  body: z.object({ uploadId: id, name: z.string().check(z.maxLength(1000), z.refine(isStorableText)) }),
  reply: draft,
})

export const removePart = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/parts/:partId',
  access: 'creator',
  summary: 'Removes a part or an attachment of a draft. Idempotent.',
  params: z.object({ id, partId: id }),
  reply: draft,
})

export const prepareAgain = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/prepare-again',
  access: 'creator',
  summary: 'Retries the failed processing of a draft’s parts.',
  params: byId,
  reply: draft,
})

export const schedule = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id/schedule',
  access: 'creator',
  summary: 'Schedules a draft for a future time.',
  params: byId,
  body: z.object({ publishAt: chosenMoment }),
  reply: draft,
})

export const unschedule = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/schedule',
  access: 'creator',
  summary: 'Cancels the schedule of a draft.',
  params: byId,
  reply: draft,
})

export const publish = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/publish',
  access: 'creator',
  summary:
    'Publishes a draft that still has this version, first part, and `parts` if given; the post keeps its id. Repeating the request returns the post. Changes to a post wait until their files are ready; they are refused with 409 when the post has been edited in the meantime, unless `postVersion` names its version now.',
  params: byId,
  body: z.object({
    version: versionNumber,
    mediaId: z.nullable(id),
    parts: z.optional(z.array(id)),
    postVersion: z.optional(versionNumber),
  }),
  reply: post,
})

export const edit = endpoint({
  method: 'POST',
  path: '/api/posts/:id/edit',
  access: 'creator',
  summary: 'Begins to edit one of my posts, as a draft with its id, or returns the one that was begun.',
  params: byId,
  reply: draft,
})

export const unpublish = endpoint({
  method: 'POST',
  path: '/api/posts/:id/unpublish',
  access: 'creator',
  summary:
    'Makes one of my posts a draft again. Its comments and likes come back when it is published again; members are not notified twice.',
  params: byId,
  reply: draft,
})

export const duplicate = endpoint({
  method: 'POST',
  path: '/api/posts/:id/duplicate',
  access: 'creator',
  summary: 'Copies one of my posts into a new draft under a UUID chosen by the author. Idempotent.',
  params: byId,
  body: z.object({ draftId: z.uuid('This draft has no valid number. Please try again.') }),
  reply: draft,
})
