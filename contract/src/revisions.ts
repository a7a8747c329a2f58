import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { party } from './people.ts'
import { post, versionNumber } from './posts.ts'
import { byId, id, moment } from './text.ts'

/** What an edit can change. */
export const changedFields = [
  'title',
  'text',
  'files',
  'order',
  'descriptions',
  'attachments',
  'opensAt',
  'sharing',
  'comments',
  'madeWithAi',
  'tags',
] as const

/**
 * A saved version of a post: who saved it, what it changed (nothing for the first), its text without marks, and its
 * files. `isThere` says whether a file can still be restored; `stillUrl` is a small picture of it.
 */
export const revision = z.object({
  version: z.number(),
  savedAt: moment,
  savedBy: z.nullable(party),
  isCurrent: z.boolean(),
  changed: z.array(z.enum(changedFields)),
  title: z.nullable(z.string()),
  content: z.string(),
  files: z.array(
    z.object({
      id,
      mediaType: z.nullable(z.enum(mediaTypes)),
      stillUrl: z.nullable(z.string()),
      isThere: z.boolean(),
    }),
  ),
  attachments: z.array(z.object({ id, name: z.string(), isThere: z.boolean() })),
})
export type Revision = z.output<typeof revision>

/** Files that an edit removed are kept this long. */
export const removedFilesDays = 30

export const list = endpoint({
  method: 'GET',
  path: '/api/posts/:id/revisions',
  access: 'creatorOrAdmin',
  summary: `The saved versions of a post, newest first. Files that an edit removed are kept for ${removedFilesDays} days.`,
  params: byId,
  reply: z.array(revision),
})

export const restore = endpoint({
  method: 'POST',
  path: '/api/posts/:id/revisions/:version/restore',
  access: 'creatorOrAdmin',
  summary: 'Makes an earlier version of a post its newest one, with the files that are still kept.',
  params: z.object({ id, version: z.string() }),
  body: z.object({ current: versionNumber }),
  reply: post,
})

export const removeFiles = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/removed-files',
  access: 'creatorOrAdmin',
  summary: 'Deletes the files that edits removed from a post for good. Idempotent.',
  params: byId,
  status: 204,
})
