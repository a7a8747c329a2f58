import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './text.ts'

/** Bytes behind the door: `variant` is `original` or a width such as `640`. Policy: as the post it belongs to. */
export const read = endpoint({
  method: 'GET',
  path: '/media/:id/:variant',
  access: 'member',
  summary: 'The bytes of a picture, video or recording; ranges are answered with 206.',
  params: z.object({ id, variant: z.string().check(z.maxLength(16)) }),
})
