import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { media, mediaTypes } from './media.ts'
import { chosenMoment, maxSearchLength, post } from './posts.ts'
import { byId, id, isStorableText, moment } from './text.ts'

/** Text as it is being typed: kept to the last blank, at most `max` code points. */
const typedText = (max: number) =>
  z.string({ error: 'Please enter text.' }).check(
    z.refine(isStorableText, 'This text contains characters that cannot be stored.'),
    z.refine((text) => Array.from(text).length <= max, `Please use at most ${max} characters.`),
  )

/** What is typed of a post before there is one. */
const draftFields = {
  title: typedText(maxSearchLength.title),
  content: typedText(maxSearchLength.content),
  mediaAlt: typedText(maxSearchLength.mediaAlt),
  opensAt: z.nullable(chosenMoment),
}

/**
 * A post in the making, which its creator alone sees. `version` counts how often it was saved. `mediaType` and `status`
 * are those of its file, which `mediaId` names; without one it is text. `publishAt` is when it goes out by itself,
 * `notPublished` why it did not the last time it should have.
 */
export const draft = z.object({
  id,
  version: z.number(),
  title: z.string(),
  content: z.string(),
  mediaAlt: z.string(),
  opensAt: z.nullable(moment),
  mediaType: z.enum([...mediaTypes, 'text']),
  mediaId: z.nullable(id),
  media: z.nullable(media),
  status: z.enum(['ready', 'processing', 'failed']),
  problem: z.optional(z.string()),
  publishAt: z.nullable(moment),
  notPublished: z.nullable(z.string()),
  createdAt: moment,
  updatedAt: moment,
})
export type Draft = z.output<typeof draft>

/** A draft as a list shows it; `beginning` is that of its text. */
export const draftLine = z.object({
  id,
  title: z.string(),
  beginning: z.string(),
  mediaType: z.enum([...mediaTypes, 'text']),
  status: z.enum(['ready', 'processing', 'failed']),
  publishAt: z.nullable(moment),
  notPublished: z.nullable(z.string()),
  updatedAt: moment,
})
export type DraftLine = z.output<typeof draftLine>

export const noEarlyAccess =
  'Members would see this no earlier than everybody else. Choose a later day for everybody, or an earlier time to publish.'

/**
 * Whether a post that is to be open to members first, scheduled for `publishAt`, would open to everybody at once. A day
 * that has passed is meant so: the post is for everybody from the start.
 */
export const losesEarlyAccess = (opensAt: Date | null, publishAt: Date | null, now: Date) =>
  opensAt !== null && publishAt !== null && opensAt > now && opensAt <= publishAt

/** More drafts than these nobody keeps. */
export const maxDrafts = 200

export const list = endpoint({
  method: 'GET',
  path: '/api/drafts',
  access: 'creator',
  summary: 'The drafts of whoever asks, the one that was changed last first.',
  reply: z.array(draftLine),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/drafts/:id',
  access: 'creator',
  summary: 'One draft of whoever asks.',
  params: byId,
  reply: draft,
})

export const save = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id',
  access: 'creator',
  summary:
    'Saves a draft whose version is still the one that was changed, 409 when it is not; version 0 makes a new one under an id (a UUID) its author chose.',
  params: byId,
  body: z.object({ version: z.int().check(z.gte(0), z.lte(2_000_000_000)), ...draftFields }),
  reply: draft,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id',
  access: 'creator',
  summary: 'Removes a draft with its file.',
  params: byId,
  status: 204,
})

export const attachFile = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id/file',
  access: 'creator',
  summary: 'Gives a draft the picture, video or recording of a finished upload, instead of what it had.',
  params: byId,
  body: z.object({ uploadId: id }),
  reply: draft,
})

export const removeFile = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/file',
  access: 'creator',
  summary: 'Takes the file of a draft away.',
  params: byId,
  reply: draft,
})

export const prepareAgain = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/prepare-again',
  access: 'creator',
  summary: 'Lets the file of a draft that failed be worked on again.',
  params: byId,
  reply: draft,
})

export const schedule = endpoint({
  method: 'PUT',
  path: '/api/drafts/:id/schedule',
  access: 'creator',
  summary: 'Lets a draft be published by itself at a time to come.',
  params: byId,
  body: z.object({ publishAt: chosenMoment }),
  reply: draft,
})

export const unschedule = endpoint({
  method: 'DELETE',
  path: '/api/drafts/:id/schedule',
  access: 'creator',
  summary: 'Lets a draft wait until it is published by hand.',
  params: byId,
  reply: draft,
})

export const publish = endpoint({
  method: 'POST',
  path: '/api/drafts/:id/publish',
  access: 'creator',
  summary:
    'Publishes a draft whose version and file are still those that were seen; the post has its id. Asked again it answers the post there is.',
  params: byId,
  body: z.object({ version: z.int().check(z.gte(1), z.lte(2_000_000_000)), mediaId: z.nullable(id) }),
  reply: post,
})
