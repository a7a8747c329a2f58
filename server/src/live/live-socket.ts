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

/** Lets the first count of a post pass at once and then the latest one every 200 ms at most. */
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
 * Mounts /ws: members with access hear what happens, from our own pages only. `viewerOf` must read the session anew
 * at every call, for it also tells whether those who are in may stay.
 */
export function liveRoutes(
  app: FastifyInstance,
  { live, address }: { live: LiveHub; address: Address },
  viewerOf: ViewerOf,
): void {
  live.recognizeWith(viewerOf)
  const room = openSocketPool()
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
  const sendHearts = coalesceHearts((message) => room.send('members', message))
  live.hear((audience, message) => {
    if (message.type === 'post_heart_update' && audience === 'members') sendHearts(message)
    else room.send(audience, message)
  })

  // A stalled reader of a video would otherwise hold up the end of the server.
  app.addHook('preClose', async () => live.dismissAll())
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
      if (room.size() >= maxSockets)
        throw unavailable('Too many people are connected. Please try again in a moment.')
      if (!viewer) return
      admitted.set(request, viewer)
      await refuseFlood(ofPerson, request)
      if (!room.hasRoomFor(viewer.id)) throw tooManyRequests('Too many windows are open.', 5)
    },
    handler() {
      throw notFound('Page')
    },
    wsHandler(socket, request) {
      const viewer = admitted.get(request)
      // Several may have been let in at the same moment.
      if (!viewer || !room.hasRoomFor(viewer.id)) return socket.terminate()
      const leave = live.admit({ viewer, request, leave: (why) => socket.close(codeFor[why], why) })
      socket.once('close', leave)
      room.enter(viewer.id, socket)
      const connected: LiveMessage = { type: 'connected', quietMs: live.quietMs(viewer.id) }
      socket.send(JSON.stringify(connected))
    },
  })
}
