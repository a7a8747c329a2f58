import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { byId, id, moment } from './text.ts'

/** `problem` is what is missing, or null; `guards` are the sandbox tools in use; `damaged` has lost files. */
const mediaHealth = z.object({
  ffmpeg: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  guards: z.array(z.string()),
  waiting: z.number(),
  failed: z.array(
    z.object({
      id,
      kind: z.enum([...mediaTypes, 'file']),
      problem: z.string(),
      isShown: z.boolean(),
      createdAt: moment,
    }),
  ),
  damaged: z.array(z.object({ id, kind: z.enum([...mediaTypes, 'file']), foundAt: moment })),
})
export type MediaHealth = z.output<typeof mediaHealth>

export const health = endpoint({
  method: 'GET',
  path: '/api/admin/media-health',
  access: 'admin',
  summary: 'The state of media processing: capabilities, queue and failures.',
  reply: mediaHealth,
})

export const tryAgain = endpoint({
  method: 'POST',
  path: '/api/admin/media/:id/try-again',
  access: 'admin',
  summary: 'Retries the failed processing of a file.',
  params: byId,
  status: 204,
})
