import { endpoint } from './endpoint.ts'
import { byId } from './text.ts'

/** Larger files are sent in a way that can be taken up again where the connection was lost. */
export const resumableFromBytes = 5 * 1024 * 1024

/**
 * Uploads that outlive a lost connection, in the protocol of tus.io, version 1.0.0: begun with their length, sent with
 * PATCH from the offset HEAD tells, and published by naming their id as the `uploadId` of a post. They belong to
 * whoever began them and are gone after a day.
 */
export const limits = endpoint({
  method: 'OPTIONS',
  path: '/api/uploads',
  access: 'creator',
  summary: 'The version of the protocol, and how large a file may be (Tus-Max-Size, in bytes).',
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
  summary: 'How much of an upload has arrived (Upload-Offset, in bytes).',
  params: byId,
})

export const proceed = endpoint({
  method: 'PATCH',
  path: '/api/uploads/:id',
  access: 'creator',
  summary: 'Sends the bytes of an upload from Upload-Offset on; the answer tells the next offset.',
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
