import type { LiveMessage } from '@touchline/contract/live.ts'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { DatabaseAddress } from '#db/address.ts'
import type { Queryable } from '#db/database.ts'
import { listenTo } from '#db/listen.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Audience, Live } from './live.ts'
import { type Changed, liveChannel, type LiveNotice, notified } from './live-notice.ts'
import { openSilence } from './silence.ts'

export type CloseReason = 'signedOut' | 'accessLost' | 'uncertain'

/** Outlives the access check of its request, so access is re-checked while it is open. `close` is called once. */
export type Connection = {
  viewer: Pick<Viewer, 'id' | 'sessionId'>
  request: FastifyRequest
  /** Whether the viewer, read again, may stay. By default members with access may. */
  mayStay?: (viewer: Viewer | null) => Promise<boolean>
  close(reason: CloseReason): void
}

/** Reads the session again on every call. */
export type ViewerOf = (request: FastifyRequest) => Promise<Viewer | null>

export type LiveHub = Live & {
  /** Ends with the returned function or with access, which is re-checked soon, after changes and every minute. */
  register(connection: Connection): () => void
  /** Calls `listener` with every message published by any process, after its commit. */
  subscribe(listener: (audience: Audience, message: LiveMessage) => void): void
  /** Runs after the commit, to drop what is cached. Without `what`, anything may have changed. */
  onChange(listener: (what?: Changed) => void): void
  /** Drops what this process caches of `what`. Call after the commit: the notification may come after the response. */
  dropCached(what: Changed): void
  /** False while changes may be missed; nothing may be cached then. */
  isListening(): boolean
  /** Sets how to read the viewer again. Call before the first connection. */
  authenticateWith(viewerOf: ViewerOf): void
  /** How long nothing has been published to a person; 0 while messages may have been missed. */
  quietMs(personId: string): number
  /** The number of registered connections in this process. */
  connectionCount(): number
  /** Closes every connection; browsers reconnect when the server is back. */
  closeAll(): void
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
  const connections = new Set<Connection>()
  const listeners = new Set<(audience: Audience, message: LiveMessage) => void>()
  const changeListeners = new Set<(what?: Changed) => void>()
  let viewerOf: ViewerOf | null = null
  const silence = openSilence()
  let listening: Awaited<ReturnType<typeof listenTo>> | null = null
  let recheckTimer: NodeJS.Timeout | undefined

  const deliver = (audience: Audience, message: LiveMessage) => {
    silence.recordMessage(audience)
    for (const listener of listeners) listener(audience, message)
  }
  const reportChange = (what?: Changed) => {
    for (const listener of changeListeners) listener(what)
  }
  const close = (connection: Connection, reason: CloseReason) => {
    if (connections.delete(connection)) connection.close(reason)
  }

  /** When the check itself fails, the connection is closed; the browser may reconnect. */
  const recheck = async (connection: Connection) => {
    try {
      const viewer = await viewerOf!(connection.request)
      const mayStay = connection.mayStay ? await connection.mayStay(viewer) : !refusalFor('member', viewer)
      if (!mayStay) close(connection, viewer ? 'accessLost' : 'signedOut')
    } catch (error) {
      log.warn({ err: error }, 're-checking access failed')
      close(connection, 'uncertain')
    }
  }
  const recheckAll = async () => {
    for (const connection of connections) await recheck(connection)
  }
  const recheckPerson = async (personId: string) => {
    const theirs = [...connections].filter(({ viewer }) => viewer.id === personId)
    // Without an open connection the message is published at once, ahead of later ones.
    if (theirs.length > 0) await Promise.all(theirs.map(recheck))
    deliver({ person: personId }, { type: 'access_changed' })
  }

  const onNotice = (payload: string) => {
    // Only `notify`, `notifiedMembers` and database triggers write to this channel.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const notice = JSON.parse(payload) as LiveNotice
    if ('message' in notice) deliver(notice.to, notice.message)
    else if ('changed' in notice) reportChange(notice.changed)
    else if ('accessChanged' in notice) void recheckPerson(notice.accessChanged)
    else
      for (const connection of connections)
        if (connection.viewer.sessionId === notice.endSession) close(connection, 'signedOut')
  }

  return {
    publish: (tx, to, message) => notify(tx, { to, message }),
    endSession: (tx, endSession) => notify(tx, { endSession }),
    accessChanged: (tx, accessChanged) => notify(tx, { accessChanged }),
    register(connection) {
      if (!viewerOf) throw new Error('authenticateWith must be called first')
      connections.add(connection)
      // Access may have ended between the request's check and this moment; most connections are closed by then.
      const firstRecheck = setTimeout(
        () => connections.has(connection) && void recheck(connection),
        firstRecheckMs,
      ).unref()
      return () => {
        clearTimeout(firstRecheck)
        connections.delete(connection)
      }
    },
    subscribe: (listener) => void listeners.add(listener),
    onChange: (listener) => void changeListeners.add(listener),
    dropCached: reportChange,
    isListening: () => listening?.isListening() ?? false,
    authenticateWith: (given) => {
      viewerOf = given
    },
    quietMs: (personId) => (listening?.isListening() ? silence.msFor(personId) : 0),
    connectionCount: () => connections.size,
    closeAll() {
      for (const connection of connections) close(connection, 'uncertain')
    },
    async start() {
      // Messages sent while the connection was broken are lost, so every connection is re-checked.
      const onGap = () => {
        silence.interrupt()
        reportChange()
        void recheckAll()
      }
      listening = await listenTo(database, liveChannel, onNotice, onGap)
      silence.interrupt()
      // Something may have changed before the connection listened.
      reportChange()
      recheckTimer = setInterval(() => void recheckAll(), recheckMs).unref()
    },
    async close() {
      clearInterval(recheckTimer)
      await listening?.close()
    },
  }
}
