import type { LiveMessage } from '@touchline/contract/live.ts'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { DatabaseAddress } from '#db/address.ts'
import type { Queryable } from '#db/database.ts'
import { listenTo } from '#db/listen.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Audience, Live } from './live.ts'
import { liveChannel, type LiveNotice, notified } from './live-notice.ts'
import { openSilence } from './silence.ts'

export type CloseReason = 'signedOut' | 'accessLost' | 'uncertain'

/**
 * A connection that outlives the access check of its request: a live socket or a streamed response. Its
 * access is re-checked while it is open. `leave` is called at most once.
 */
export type Connection = {
  viewer: Pick<Viewer, 'id' | 'sessionId'>
  request: FastifyRequest
  /** Whether the viewer, read again, may stay. By default members with access may. */
  mayStay?: (viewer: Viewer | null) => Promise<boolean>
  leave(why: CloseReason): void
}

/** Reads the session again on every call. */
export type ViewerOf = (request: FastifyRequest) => Promise<Viewer | null>

export type LiveHub = Live & {
  /**
   * Registers a connection until the returned function is called or access ends. Access is re-checked soon
   * afterwards, whenever it changes, and every minute.
   */
  admit(guest: Connection): () => void
  /** Calls `listener` with every message published by any process, after its commit. */
  hear(listener: (audience: Audience, message: LiveMessage) => void): void
  /** Sets how to read the viewer again. Call before the first connection. */
  recognizeWith(viewerOf: ViewerOf): void
  /** How long nothing has been published to a person; 0 while messages may have been missed. */
  quietMs(personId: string): number
  /** The number of registered connections in this process. */
  guests(): number
  /** Closes every connection; browsers reconnect when the server is back. */
  dismissAll(): void
  /** Starts listening to notifications of all processes. */
  start(): Promise<void>
  close(): Promise<void>
}

const recheckMs = 60_000
const firstRecheckMs = 250

async function notify(tx: Queryable, notice: LiveNotice) {
  await tx.execute(sql`select ${notified(notice)}`)
}

/** Publishes live messages through PostgreSQL: NOTIFY in the transaction, LISTEN on a separate connection. */
export function openLive(options: { database: DatabaseAddress; log: FastifyBaseLogger }): LiveHub {
  const { database, log } = options
  const guests = new Set<Connection>()
  const listeners = new Set<(audience: Audience, message: LiveMessage) => void>()
  let viewerOf: ViewerOf | null = null
  const silence = openSilence()
  let listening: Awaited<ReturnType<typeof listenTo>> | null = null
  let rounds: NodeJS.Timeout | undefined

  const tell = (audience: Audience, message: LiveMessage) => {
    silence.heard(audience)
    for (const listener of listeners) listener(audience, message)
  }
  const dismiss = (guest: Connection, why: CloseReason) => {
    if (guests.delete(guest)) guest.leave(why)
  }

  /** When the check itself fails, the connection is closed; the browser may reconnect. */
  const recheck = async (guest: Connection) => {
    try {
      const viewer = await viewerOf!(guest.request)
      const mayStay = guest.mayStay ? await guest.mayStay(viewer) : !refusalFor('member', viewer)
      if (!mayStay) dismiss(guest, viewer ? 'accessLost' : 'signedOut')
    } catch (error) {
      log.warn({ err: error }, 're-checking access failed')
      dismiss(guest, 'uncertain')
    }
  }
  const recheckAll = async () => {
    for (const guest of guests) await recheck(guest)
  }
  const recheckPerson = async (personId: string) => {
    const theirs = [...guests].filter(({ viewer }) => viewer.id === personId)
    // Without an open connection the message is published at once, ahead of later ones.
    if (theirs.length > 0) await Promise.all(theirs.map(recheck))
    tell({ person: personId }, { type: 'access_changed' })
  }

  const onNotice = (payload: string) => {
    // Only `notify` and `notifiedMembers` write to this channel.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const notice = JSON.parse(payload) as LiveNotice
    if ('message' in notice) tell(notice.to, notice.message)
    else if ('accessChanged' in notice) void recheckPerson(notice.accessChanged)
    else
      for (const guest of guests)
        if (guest.viewer.sessionId === notice.endSession) dismiss(guest, 'signedOut')
  }

  return {
    say: (tx, to, message) => notify(tx, { to, message }),
    endSession: (tx, endSession) => notify(tx, { endSession }),
    accessChanged: (tx, accessChanged) => notify(tx, { accessChanged }),
    admit(guest) {
      if (!viewerOf) throw new Error('recognizeWith must be called first')
      guests.add(guest)
      // Access may have ended between the request's check and this moment. Most connections have closed again
      // before this timer fires.
      const look = setTimeout(() => guests.has(guest) && void recheck(guest), firstRecheckMs).unref()
      return () => {
        clearTimeout(look)
        guests.delete(guest)
      }
    },
    hear: (listener) => void listeners.add(listener),
    recognizeWith: (given) => {
      viewerOf = given
    },
    quietMs: (personId) => (listening?.isListening() ? silence.msFor(personId) : 0),
    guests: () => guests.size,
    dismissAll() {
      for (const guest of guests) dismiss(guest, 'uncertain')
    },
    async start() {
      // Messages sent while the connection was broken are lost, so every connection is re-checked.
      const onGap = () => {
        silence.interrupt()
        void recheckAll()
      }
      listening = await listenTo(database, liveChannel, onNotice, onGap)
      silence.interrupt()
      rounds = setInterval(() => void recheckAll(), recheckMs).unref()
    },
    async close() {
      clearInterval(rounds)
      await listening?.close()
    },
  }
}
