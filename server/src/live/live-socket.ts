import { closeCodes, type LiveMessage } from '@touchline/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Refusal, tooManyRequests, unavailable } from '#errors.ts'
import { limits } from '#limits/limits.ts'
import { coalesce } from '#limits/pace.ts'
import { memoryRates } from '#limits/rate.ts'
import { networkOf } from '#http/network-of.ts'
import { refusalFor } from '#http/policy.ts'
import { isOwnOrigin } from '#http/same-site.ts'
import { socketPath } from '#http/upgrade.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Address } from '#http/cookies.ts'
import type { CloseReason, LiveHub, ViewerOf } from './live-hub.ts'
import { maxSockets, openSocketPool } from './socket-pool.ts'

type HeartUpdate = Extract<LiveMessage, { type: 'post_heart_update' }>

const heartPauseMs = 200

/** Sends a post's first count at once, then the latest one at most every 200 ms. */
export const coalesceHearts = (send: (message: HeartUpdate) => void) =>
  coalesce(heartPauseMs, ({ postId }: HeartUpdate) => postId, send)

const codeFor: Record<CloseReason, number> = {
  signedOut: closeCodes.signedOut,
  accessLost: closeCodes.accessLost,
  uncertain: closeCodes.restarting,
}

function refuseFlood(waitSeconds: number | null) {
  if (waitSeconds !== null) throw tooManyRequests('Too many connections.', waitSeconds)
}

/** Serves our own pages only. `viewerOf` must read the session anew, because it also re-checks open connections. */
export function liveRoutes(
  app: FastifyInstance,
  { live, address }: { live: LiveHub; address: Address },
  viewerOf: ViewerOf,
): void {
  live.authenticateWith(viewerOf)
  const pool = openSocketPool()
  const admitted = new WeakMap<FastifyRequest, Viewer>()
  const [ofAddress, ofPerson] = [memoryRates(), memoryRates()]
  const sendHearts = coalesceHearts((message) => pool.send('members', message))
  live.subscribe((audience, message) => {
    if (message.type === 'post_heart_update' && audience === 'members') sendHearts(message)
    else pool.send(audience, message)
  })

  // A stalled video reader would otherwise delay the shutdown.
  app.addHook('preClose', async () => live.closeAll())
  app.route({
    method: 'GET',
    url: socketPath,
    config: { access: 'member' },
    async preValidation(request) {
      const { origin, host } = request.headers
      if (origin === undefined || !isOwnOrigin(origin, host, address))
        throw new Refusal(403, 'cross_site', 'This request came from another site.')
      refuseFlood(ofAddress.count(networkOf(request.ip), limits.socketOfAddress))
      const viewer = await viewerOf(request)
      const refusal = refusalFor('member', viewer)
      if (refusal) throw refusal
      if (pool.size() >= maxSockets)
        throw unavailable('Too many people are connected. Please try again in a moment.')
      if (!viewer) return
      admitted.set(request, viewer)
      refuseFlood(ofPerson.count(viewer.id, limits.socket))
      if (!pool.hasRoomFor(viewer.id)) throw tooManyRequests('Too many windows are open.', 5)
    },
    handler() {
      throw notFound('Page')
    },
    wsHandler(socket, request) {
      const viewer = admitted.get(request)
      // Several sockets may have been accepted at the same moment.
      if (!viewer || !pool.add(viewer.id, socket)) return socket.terminate()
      const unregister = live.register({
        viewer,
        request,
        close: (reason) => socket.close(codeFor[reason], reason),
      })
      socket.once('close', unregister)
      const connected: LiveMessage = { type: 'connected', quietMs: live.quietMs(viewer.id) }
      socket.send(JSON.stringify(connected))
    },
  })
}
