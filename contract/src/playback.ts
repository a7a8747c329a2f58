import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment } from './text.ts'

/** How many positions one request saves, and how many the list returns. */
export const maxPositions = 200
/** Positions older than this are ignored. */
export const maxPositionAgeDays = 30

const whole = (name: string, max: number) =>
  z
    .int({ error: `${name} must be a whole number.` })
    .check(z.gte(0, `${name} must be at least 0.`), z.lte(max, `${name} must be at most ${max}.`))

/**
 * `partId` is the film or recording of a gallery; by default the first one of the post. A post without any has
 * `percent`, how much of its text was read, and 0 seconds.
 */
const savedPosition = z.object({
  postId: id,
  partId: z.optional(id),
  seconds: whole('seconds', 1_000_000),
  percent: z.optional(whole('percent', 99)),
  secondsAgo: z.optional(whole('secondsAgo', 100_000_000)),
})
export type SavedPosition = z.output<typeof savedPosition>

/** The age in seconds makes positions of devices comparable whose clocks differ. */
export const save = endpoint({
  method: 'POST',
  path: '/api/playback-positions',
  access: 'signedIn',
  summary: `Saves where I stopped in films, recordings and texts, each as of secondsAgo (default: now); 0: finished, or back at the start. The latest counts; those of other posts, older than ${maxPositionAgeDays} days, or while my history is off, are ignored.`,
  body: z.object({
    positions: z
      .array(savedPosition, { error: 'positions must be a list.' })
      .check(
        z.minLength(1, 'Please name at least one position.'),
        z.maxLength(maxPositions, `Please name at most ${maxPositions} positions.`),
      ),
  }),
  status: 204,
})

export const list = endpoint({
  method: 'GET',
  path: '/api/playback-positions',
  access: 'signedIn',
  summary: `The ${maxPositions} films and recordings that I played last and did not finish, and where I stopped; latest first.`,
  reply: z.array(z.object({ postId: id, partId: id, seconds: z.number(), playedAt: moment })),
})
