import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '#errors.ts'
import { cutOff } from '#http/cut-off.ts'
import type { Viewer } from '#http/viewer.ts'
import type { LiveHub } from '#live/live-hub.ts'

/** How many videos or recordings, or pieces of them, one person may have open at once. */
export const maxStreams = 6

type Reader = {
  viewer: Viewer
  request: FastifyRequest
  reply: FastifyReply
  /** The post whose media item is read. */
  ownerId: string
  /** Whether this one is counted among the person's streams; pictures are not, a page shows many. */
  isCounted: boolean
  /** Asks again whether the reader may go on, with the viewer read anew. */
  mayStay: (viewer: Viewer | null) => Promise<boolean>
}

/** The answers that are being read in this process. */
export type OpenStreams = {
  /** Counts a reader in until their connection closes; cuts it when their access ends. 429 for one too many. */
  enter(reader: Reader): void
}

const tooMany = () =>
  tooManyRequests('You are playing this in too many places at once. Please close one.', 10)

export function openStreams(live: LiveHub): OpenStreams {
  const readers = new Set<Reader>()
  live.hear((_audience, message) => {
    if (message.type !== 'post_deleted' && message.type !== 'post_updated') return
    for (const { ownerId, viewer, reply } of readers)
      // A changed post may have been closed again to those who are no members.
      if (ownerId === message.postId && (message.type === 'post_deleted' || !viewer.hasAccess)) cutOff(reply)
  })
  const countOf = (personId: string) =>
    [...readers].filter(({ viewer, isCounted }) => isCounted && viewer.id === personId).length

  return {
    enter(reader) {
      const { viewer, request, reply, isCounted, mayStay } = reader
      if (isCounted && countOf(viewer.id) >= maxStreams) throw tooMany()
      // Whoever is gone already closes nothing any more.
      if (reply.raw.destroyed) return
      const leave = live.admit({ viewer, request, mayStay, leave: () => void cutOff(reply) })
      readers.add(reader)
      reply.raw.once('close', () => {
        readers.delete(reader)
        leave()
      })
    },
  }
}
