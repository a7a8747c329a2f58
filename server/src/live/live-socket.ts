import { closeCodes, type LiveMessage } from '@touchline/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Refusal, tooManyRequests, unavailable } from '#errors.ts'
import { limits } from '#http/limits.ts'
import { networkOf } from '#http/network-of.ts'
import { refusalFor } from '#http/policy.ts'
import { isOwnOrigin } from '#http/same-site.ts'
import { socketPath } from '#http/upgrade.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Address } from '#http/cookies.ts'
import type { CloseReason, LiveHub, ViewerOf } from './live-hub.ts'
import { maxSockets, openSocketPool } from './socket-pool.ts'

type HeartUpdate = Extract<LiveMessage, { type: 'post_heart_update' }>

const pauseMs = 200

/** Sends a post's first count at once, then the latest one at most every 200 ms. */
export function coalesceHearts(send: (message: HeartUpdate) => void): (message: HeartUpdate) => void {
  const waiting = new Map<string, HeartUpdate | null>()
  const pause = (postId: string) => {
    waiting.set(postId, null)
    setTimeout(() => {
      const latest = waiting.get(postId)
      waiting.delete(postId)
      if (!latest) return
      send(latest)
      pause(postId)
    }, pauseMs).unref()
  }
  return (message) => {
    if (waiting.has(message.postId)) {
      waiting.set(message.postId, message)
      return
    }
    send(message)
    pause(message.postId)
  }
}

const codeFor: Record<CloseReason, number> = {
  signedOut: closeCodes.signedOut,
  accessLost: closeCodes.accessLost,
  uncertain: closeCodes.restarting,
}

/**
 * Mounts /ws, where members with access receive live messages, from our own pages only. `viewerOf` must read
 * the session again on every call, because it also re-checks open connections.
 */
export function liveRoutes(
  app: FastifyInstance,
  { live, address }: { live: LiveHub; address: Address },
  viewerOf: ViewerOf,
): void {
  live.authenticateWith(viewerOf)
  const pool = openSocketPool()
  const admitted = new WeakMap<FastifyRequest, Viewer>()
  const ofAddress = app.createRateLimit({
    ...limits.socketOfAddress,
    keyGenerator: (request) => networkOf(request.ip),
  })
  const { max, timeWindow } = limits.socket
  const ofPerson = app.createRateLimit({
    max,
    timeWindow,
    keyGenerator: (request) => admitted.get(request)?.id ?? networkOf(request.ip),
  })
  const refuseFlood = async (count: typeof ofPerson, request: FastifyRequest) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw tooManyRequests('Too many connections.', counted.ttlInSeconds)
  }
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
      await refuseFlood(ofAddress, request)
      const viewer = await viewerOf(request)
      const refusal = refusalFor('member', viewer)
      if (refusal) throw refusal
      if (pool.size() >= maxSockets)
        throw unavailable('Too many people are connected. Please try again in a moment.')
      if (!viewer) return
      admitted.set(request, viewer)
      await refuseFlood(ofPerson, request)
      if (!pool.hasRoomFor(viewer.id)) throw tooManyRequests('Too many windows are open.', 5)
    },
    handler() {
      throw notFound('Page')
    },
    wsHandler(socket, request) {
      const viewer = admitted.get(request)
      // Several sockets may have been accepted at the same moment.
      if (!viewer || !pool.hasRoomFor(viewer.id)) return socket.terminate()
      const unregister = live.register({
        viewer,
        request,
        close: (reason) => socket.close(codeFor[reason], reason),
      })
      socket.once('close', unregister)
      pool.add(viewer.id, socket)
      const connected: LiveMessage = { type: 'connected', quietMs: live.quietMs(viewer.id) }
      socket.send(JSON.stringify(connected))
    },
  })
}
