import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId } from './text.ts'

/** Larger files use resumable uploads. */
export const resumableFromBytes = 5 * 1024 * 1024

export const rules = endpoint({
  method: 'GET',
  path: '/api/upload-rules',
  access: 'creator',
  summary: 'The largest file, in bytes, and the longest video, in minutes, that this site accepts.',
  reply: z.object({ maxBytes: z.number(), maxVideoMinutes: z.number() }),
})

/** tus 1.0.0; publish with the id as `uploadId` of a post. Uploads belong to one person and expire after a day. */
export const limits = endpoint({
  method: 'OPTIONS',
  path: '/api/uploads',
  access: 'creator',
  summary: 'The protocol version and the maximum file size (Tus-Max-Size, in bytes).',
  status: 204,
})

export const begin = endpoint({
  method: 'POST',
  path: '/api/uploads',
  access: 'creator',
  summary: 'Begins an upload of Upload-Length bytes; its address is in Location.',
  status: 201,
})

export const progress = endpoint({
  method: 'HEAD',
  path: '/api/uploads/:id',
  access: 'creator',
  summary: 'The received part of an upload (Upload-Offset, in bytes).',
  params: byId,
})

export const proceed = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  access: 'creator',
  summary: 'Sends bytes of an upload from Upload-Offset on; the response has the next offset.',
  params: byId,
  status: 204,
})

export const cancel = endpoint({
  method: 'DELETE',
  path: '/api/uploads/:id',
  access: 'creator',
  summary: 'Deletes an upload that was not published.',
  params: byId,
  status: 204,
})
