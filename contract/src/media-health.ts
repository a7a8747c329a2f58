import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { byId, id, moment } from './text.ts'

/**
 * What this server can do with videos and recordings, and how it is getting on. `problem` is what is missing, null when
 * all is there; `guards` are the bounds its programs run within. `damaged` are those of which the storage has lost
 * something.
 */
const mediaHealth = z.object({
  ffmpeg: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  guards: z.array(z.string()),
  waiting: z.number(),
  failed: z.array(
    z.object({
      id,
      kind: z.enum(mediaTypes),
      problem: z.string(),
      isShown: z.boolean(),
      createdAt: moment,
    }),
  ),
  damaged: z.array(z.object({ id, kind: z.enum(mediaTypes), foundAt: moment })),
})
export type MediaHealth = z.output<typeof mediaHealth>

export const health = endpoint({
  method: 'GET',
  path: '/api/admin/media-health',
  access: 'admin',
  summary: 'What the server can do with videos and recordings, what waits, and what failed.',
  reply: mediaHealth,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/admin/media/:id/try-again',
  access: 'admin',
  summary: 'Lets a file that was given up be worked on again.',
  params: byId,
  status: 204,
})
