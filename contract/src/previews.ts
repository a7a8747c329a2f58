import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { errorCodes } from './errors.ts'
import { post } from './posts.ts'
import { byId } from './text.ts'

export const previewFor = z.object({
  as: z.enum(['member', 'lapsed', 'visitor'], { error: 'Choose member, lapsed or visitor.' }),
})
export type PreviewFor = z.output<typeof previewFor>['as']

/** The post, or the refusal that this person would get. */
export const preview = z.union([
  z.object({ post }),
  z.object({ refusal: z.object({ message: z.string(), code: z.enum(errorCodes) }) }),
])
export type Preview = z.output<typeof preview>

export const ofPost = endpoint({
  method: 'GET',
  path: '/api/posts/:id/preview',
  access: 'creatorOrAdmin',
  summary: 'What a member, a person without access or a visitor gets of a post.',
  params: byId,
  query: previewFor,
  reply: preview,
})

export const ofDraft = endpoint({
  method: 'GET',
  path: '/api/drafts/:id/preview',
  access: 'creator',
  summary:
    'What a member, a person without access or a visitor would get of a draft once it is published, at its scheduled time or now; or why it cannot be published.',
  params: byId,
  query: previewFor,
  reply: preview,
})
