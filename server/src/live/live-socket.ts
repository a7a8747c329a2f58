import { closeCodes } from '@touchline/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound, Refusal, unavailable } from '#errors.ts'
import { refusalFor } from '#http/policy.ts'
import { isOwnOrigin } from '#http/same-site.ts'
import { socketPath } from '#http/upgrade.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { coalesceHearts } from './hearts.ts'
import type { Departure, ViewerOf } from './live-hub.ts'
import { mostSockets, openRoom } from './room.ts'

const codeFor: Record<Departure, number> = {
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
  { live, address }: Pick<Services, 'live' | 'address'>,
  viewerOf: ViewerOf,
): void {
  live.recognizeWith(viewerOf)
  const room = openRoom()
  const admitted = new WeakMap<FastifyRequest, Viewer>()
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
      const viewer = await viewerOf(request)
      const refusal = refusalFor('member', viewer)
      if (refusal) throw refusal
      if (room.size() >= mostSockets)
        throw unavailable('Too many people are connected. Please try again in a moment.')
      if (viewer) admitted.set(request, viewer)
    },
    handler() {
      throw notFound('Page')
    },
    wsHandler(socket, request) {
      const viewer = admitted.get(request)
      if (!viewer) return socket.terminate()
      const leave = live.admit({ viewer, request, leave: (why) => socket.close(codeFor[why], why) })
      socket.once('close', leave)
      room.enter(viewer.id, socket)
    },
  })
}
