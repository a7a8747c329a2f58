import * as z from 'zod/mini'
import { mediaTypes } from './media.ts'
import { id, moment } from './text.ts'

/** A post in a short list; `excerpt` is the start of its text, `thumbnailUrl` its smallest still. */
export const postLine = z.object({
  id,
  title: z.nullable(z.string()),
  excerpt: z.string(),
  mediaType: z.enum([...mediaTypes, 'text']),
  thumbnailUrl: z.nullable(z.string()),
  createdAt: moment,
})
export type PostLine = z.output<typeof postLine>
