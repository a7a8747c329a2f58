import { clockHeader } from '@touchline/contract/simulator.ts'
import type { FastifyInstance } from 'fastify'
import type { MovingClock } from '#time/clock.ts'

/** Tells browsers in every answer how many seconds a rehearsal's clock is ahead, while it is; before the routes. */
export function sendClock(app: FastifyInstance, clock: MovingClock): void {
  app.addHook('onRequest', (_request, reply, done) => {
    const aheadSeconds = Math.round(clock.aheadMs() / 1000)
    if (aheadSeconds > 0) void reply.header(clockHeader, String(aheadSeconds))
    done()
  })
}
