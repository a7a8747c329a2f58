import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#errors.ts'
import { cutOff } from '#http/cut-off.ts'
import { openSlots } from '#limits/concurrency.ts'
import type { Viewer } from '#http/viewer.ts'
import type { LiveHub } from '#live/live-hub.ts'

/** The number of videos, recordings or segments one person may read at once. */
export const maxStreams = 6

type Reader = {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  /** The post that the media item belongs to. */
  ownerId: string
  /** Pictures are not counted, because a page shows many. */
  isCounted: boolean
  /** Re-checks access with the current viewer. */
  mayStay: (viewer: Viewer | null) => Promise<boolean>
}

export type OpenStreams = {
  /** Counts the response until its connection closes, and cuts it when access ends. Throws 429 for too many streams. */
  add(reader: Reader): void
}

const tooMany = () =>
  tooManyRequests('You are playing this in too many places at once. Please close one.', 10)

export function openStreams(live: LiveHub): OpenStreams {
  const readers = new Set<Reader>()
  live.subscribe((_audience, message) => {
    if (message.type !== 'post_deleted' && message.type !== 'post_updated') return
    for (const { ownerId, viewer, reply } of readers)
      // An update may have closed the post to viewers without membership.
      if (ownerId === message.postId && (message.type === 'post_deleted' || !viewer.hasAccess)) cutOff(reply)
  })
  const slots = openSlots({ perKey: maxStreams })

  return {
    add(reader) {
      const { viewer, request, reply, isCounted, mayStay } = reader
      // A destroyed connection emits no further close event.
      if (reply.raw.destroyed) return
      const release = isCounted ? slots.take(viewer.id) : () => {}
      if (!release) throw tooMany()
      const unregister = live.register({ viewer, request, mayStay, close: () => void cutOff(reply) })
      readers.add(reader)
      reply.raw.once('close', () => {
        readers.delete(reader)
        release()
        unregister()
      })
    },
  }
}
