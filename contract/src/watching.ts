import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { byId } from './text.ts'

export const watchReportSeconds = 30
export const maxSecondsReported = 60

export const watch = endpoint({
  method: 'POST',
  path: '/api/posts/:id/watch',
  access: 'signedIn',
  summary:
    'Says for how many seconds a video or recording was played since the last report; 0 when it begins. No more is believed than has passed since.',
  params: byId,
  body: z.object({
    seconds: z
      .int({ error: 'seconds must be a whole number.' })
      .check(
        z.gte(0, 'seconds must be at least 0.'),
        z.lte(maxSecondsReported, `seconds must be at most ${maxSecondsReported}.`),
      ),
  }),
  status: 204,
})
