import { type LiveMessage } from '@touchline/contract/live.ts'
import type { WebSocket } from 'ws'
import { openSlots } from '#limits/concurrency.ts'
import { limits } from '#limits/limits.ts'
import { memoryRates } from '#limits/rate.ts'
import type { Audience } from './live.ts'

const heartbeatMs = 30_000
const maxBufferBytes = 1024 * 1024
const socketsPerPerson = 5
/** Including closing sockets: a client that ignores the close stays connected until it is terminated. */
const connectionsPerPerson = 10
const policyViolation = 1008
const closeTimeoutMs = 1_000

/** How many sockets one process accepts. */
export const maxSockets = 2_000

/** The open sockets of this process, by person. */
export type SocketPool = {
  size(): number
  /** Whether this person may open another socket. */
  hasRoomFor(personId: string): boolean
  /** Returns false when the person has no room for it. */
  add(personId: string, socket: WebSocket): boolean
  send(audience: Audience, message: LiveMessage): void
}

function deliver(socket: WebSocket, text: string) {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > maxBufferBytes) socket.terminate()
  else socket.send(text)
}

/** Closes a socket and terminates it when the client does not answer. */
function closeSocket(socket: WebSocket, code: number, reason: string) {
  socket.close(code, reason)
  const timeout = setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
  socket.once('close', () => clearTimeout(timeout))
}

/** Drops sockets that ignore pings, do not read, or flood. A person's sixth socket closes the oldest. */
export function openSocketPool(): SocketPool {
  const byPerson = new Map<string, Set<WebSocket>>()
  const answered = new WeakSet<WebSocket>()
  /** Including connections that are closing. */
  const slots = openSlots({ perKey: connectionsPerPerson })

  const allSockets = function* () {
    for (const sockets of byPerson.values()) yield* sockets
  }
  setInterval(() => {
    for (const socket of allSockets()) {
      if (!answered.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, heartbeatMs).unref()

  return {
    size: () => slots.size(),
    hasRoomFor: (personId) => slots.count(personId) < connectionsPerPerson,
    add(personId, socket) {
      const release = slots.take(personId)
      if (!release) return false
      const sockets = byPerson.get(personId) ?? new Set()
      byPerson.set(personId, sockets)
      const [oldest] = sockets
      if (oldest && sockets.size >= socketsPerPerson) {
        sockets.delete(oldest)
        closeSocket(oldest, policyViolation, 'Too many windows are open.')
      }
      sockets.add(socket)
      answered.add(socket)
      socket.on('pong', () => answered.add(socket))
      socket.on('message', floodGate(socket))
      socket.once('close', () => {
        release()
        sockets.delete(socket)
        if (sockets.size === 0 && byPerson.get(personId) === sockets) byPerson.delete(personId)
      })
      return true
    },
    send(audience, message) {
      const text = JSON.stringify(message)
      const sockets = audience === 'members' ? allSockets() : (byPerson.get(audience.person) ?? [])
      for (const socket of sockets) deliver(socket, text)
    },
  }
}

/** Clients have nothing to send here. A few messages are ignored; a flood closes the socket. */
function floodGate(socket: WebSocket) {
  const rates = memoryRates()
  return () => {
    const isFlood = rates.count('messages', limits.socketMessages) !== null
    if (isFlood && socket.readyState === socket.OPEN)
      closeSocket(socket, policyViolation, 'Too many messages.')
  }
}
