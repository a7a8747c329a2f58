import type { FastifyRequest } from 'fastify'
import { sessionCookie } from './cookies.ts'

/** How often one address may call: `max` times in `timeWindow` milliseconds. */
export type Limit = { max: number; timeWindow: number; keyGenerator?: (request: FastifyRequest) => string }

const minute = 60_000

/** Members of one household or office share an address, so what only members do is counted for each session. */
const bySession = (request: FastifyRequest) =>
  request.cookies[sessionCookie] ?? request.cookies[`__Host-${sessionCookie}`] ?? request.ip

/** All rate limits in one place, so that a limit cannot be wired to the wrong path unseen. */
export const limits = {
  unlock: { max: 10, timeWindow: 15 * minute },
  login: { max: 30, timeWindow: 15 * minute },
  contact: { max: 5, timeWindow: 15 * minute },
  signup: { max: 30, timeWindow: 60 * minute },
  promoCode: { max: 20, timeWindow: 60 * minute },
  tip: { max: 20, timeWindow: 60 * minute, keyGenerator: bySession },
  comment: { max: 60, timeWindow: 5 * minute, keyGenerator: bySession },
} satisfies Record<string, Limit>
